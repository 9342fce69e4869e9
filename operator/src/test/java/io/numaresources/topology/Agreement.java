package io.numaresources.topology;

import io.numaresources.topology.Verdict.Admitted;
import io.numaresources.topology.Verdict.Reason;
import io.numaresources.topology.Verdict.Rejected;
import io.numaresources.topology.Verdict.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Compares the engine with the oracle on seeded cases and counts what was seen. */
final class Agreement {
    private static final int CHUNK = 5_000;
    private static final int KEPT = 20;

    final Map<String, Integer> seen = new TreeMap<>();
    final List<String> disagreements = new ArrayList<>();
    private int disagreed;

    /** Cases with seeds from {@code first} on. */
    static Agreement over(Oracle oracle, AlignmentPolicy policy, AlignmentScope scope, long first, int count) {
        var agreement = new Agreement();
        for (long start = first; start < first + count; start += CHUNK) {
            long end = Math.min(start + CHUNK, first + count);
            var cases = LongStream.range(start, end)
                    .mapToObj(seed -> new RandomCase(seed, policy, scope))
                    .toList();
            var answers = oracle.ask(cases);
            for (int i = 0; i < cases.size(); i++) {
                agreement.compare(cases.get(i), answers.get(i));
            }
        }
        return agreement;
    }

    int disagreed() {
        return disagreed;
    }

    int count(String what) {
        return seen.getOrDefault(what, 0);
    }

    void compare(RandomCase c, Oracle.Answer answer) {
        if (answer.error().isPresent()) {
            see("refused configuration");
            return;
        }
        var verdict = Admission.decide(answer.node(), c.pod);
        switch (verdict) {
            case Unknown u -> see("unknown " + u.cause());
            case Admitted _ -> see("admitted");
            case Rejected r -> see("rejected " + r.reason());
        }
        if (!agrees(verdict, answer)) {
            disagree(c, answer, "engine " + verdict);
        }
        if (c.rules.policy() == AlignmentPolicy.SINGLE_NUMA_NODE) {
            var n = answer.node();
            var published = new NumaNode(
                    n.name(), n.rules(), n.zones(), n.allocatable(), n.free(), java.util.Optional.empty(), List.of());
            var fromPublished = Admission.decide(published, c.pod);
            if (!agrees(fromPublished, answer)) {
                disagree(c, answer, "engine without memory groups " + fromPublished);
            }
        }
        var filter = SchedulerFilter.check(answer.node(), c.pod);
        see(filter.passes() ? "passed by the plugin" : "filtered by the plugin");
        if (filter.passes() != answer.passes() || !filter.message().equals(answer.filterMessage())) {
            disagree(c, answer, "filter " + filter + " not " + answer.passes() + " " + answer.filterMessage());
        }
        if (verdict instanceof Admitted != filter.passes() && !(verdict instanceof Unknown)) {
            see("kubelet and plugin differ");
        }
    }

    private static boolean agrees(Verdict verdict, Oracle.Answer answer) {
        return switch (verdict) {
            case Unknown _ -> true;
            case Admitted _ -> answer.admit();
            case Rejected r ->
                !answer.admit()
                        && (r.reason() == Reason.NODE_TOTAL
                                ? answer.reason().startsWith(r.reason().podReason())
                                : answer.reason().equals(r.reason().podReason()));
        };
    }

    private void see(String what) {
        seen.merge(what, 1, Integer::sum);
    }

    private void disagree(RandomCase c, Oracle.Answer answer, String what) {
        disagreed++;
        if (disagreements.size() < KEPT) {
            disagreements.add("seed %d: kubelet %s %s %s, %s%n  case %s%n  node %s%n"
                    .formatted(
                            c.id(), answer.admit(), answer.reason(), answer.message(), what, c.line(), answer.node()));
        }
    }
}
