package io.numaresources.explain;

import io.numaresources.explain.KnownNodes.Change;
import io.numaresources.explain.PodAnswer.Reason;
import io.numaresources.time.Moment;
import io.numaresources.topology.ClusterExplanation.Cause;
import io.numaresources.topology.ClusterExplanation.Group;
import io.numaresources.topology.Explanation;
import io.numaresources.topology.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A question whose answer is kept up to date: all nodes are asked once, then only those that changed. */
final class StandingQuestion {
    private static final byte ABSENT = 0;
    private static final byte EXCLUDED = 1;
    private static final byte UNREADABLE = 2;
    private static final int FIRST_CODE = 3;
    private static final int REASONS = Verdict.Reason.values().length + 1;

    /**
     * What is kept of an answer; the whole of it would name every node.
     *
     * @param nearest name of the node whose numbers the sentence has
     */
    record Answer(Reason reason, String sentence, Optional<String> nearest) {}

    private final PodQuestion question;
    private final Duration again;
    private final Set<String> pods = new HashSet<>();

    /** Outcome on each node by its index, to tell whether a change of a node changes the answer. */
    private byte[] outcomes = {};

    private Optional<Answer> answer = Optional.empty();
    private Moment answered = Moment.longAgo();
    private long seen;
    private int epoch;
    private boolean outdated;

    /**
     * @param again least time between two times that all nodes are asked
     */
    StandingQuestion(PodQuestion question, Duration again) {
        this.question = question;
        this.again = again;
    }

    /** Pods that ask, by namespace and name. */
    Set<String> pods() {
        return pods;
    }

    Optional<Answer> answer() {
        return answer;
    }

    /** When it wants to be worked on; empty for not before a node changes. */
    Optional<Instant> due(KnownNodes nodes, Instant now) {
        if (answer.isEmpty() || nodes.now() != seen) {
            return Optional.of(Instant.MIN);
        }
        return outdated ? Optional.of(answered.end(again, now)) : Optional.empty();
    }

    /** Brings the answer up to date; returns how many nodes were asked. */
    int work(KnownNodes nodes, Instant now) {
        if (answer.isPresent() && epoch != nodes.epoch()) {
            outdated = true;
            seen = nodes.now();
        }
        int asked = 0;
        if (answer.isPresent() && nodes.now() != seen) {
            asked += askChanged(nodes);
        }
        if (answer.isEmpty() || outdated && answered.over(again, now)) {
            asked += askAll(nodes);
            answered = Moment.of(now);
        }
        return asked;
    }

    private int askAll(KnownNodes nodes) {
        var all = nodes.all();
        var fresh = question.ask(all);
        outcomes = new byte[nodes.indexes()];
        note(fresh, nodes);
        answer = Optional.of(
                new Answer(fresh.reason(), fresh.sentence(), fresh.nearest().map(Explanation::node)));
        seen = nodes.now();
        epoch = nodes.epoch();
        outdated = false;
        return all.size();
    }

    private int askChanged(KnownNodes nodes) {
        var changed = nodes.since(seen);
        seen = nodes.now();
        outcomes = Arrays.copyOf(outcomes, Math.max(outcomes.length, nodes.indexes()));
        var before = new byte[changed.size()];
        for (int i = 0; i < before.length; i++) {
            before[i] = outcomes[changed.get(i).index()];
            outcomes[changed.get(i).index()] = ABSENT;
        }
        var present =
                changed.stream().flatMap(change -> change.present().stream()).toList();
        note(question.ask(present), nodes);
        for (int i = 0; i < before.length; i++) {
            outdated |= before[i] != outcomes[changed.get(i).index()];
        }
        outdated |= nearestIsAmong(changed);
        return present.size();
    }

    /** Its numbers are in the sentence. */
    private boolean nearestIsAmong(List<Change> changed) {
        return answer.flatMap(Answer::nearest)
                .filter(near ->
                        changed.stream().anyMatch(change -> change.name().equals(near)))
                .isPresent();
    }

    private void note(PodAnswer part, KnownNodes nodes) {
        for (Group group : part.explained().groups()) {
            note(group.nodes(), code(group.cause()), nodes);
        }
        part.unreadable().values().forEach(names -> note(names, UNREADABLE, nodes));
        part.excluded().values().forEach(names -> note(names, EXCLUDED, nodes));
    }

    private void note(List<String> names, byte code, KnownNodes nodes) {
        names.forEach(name -> outcomes[nodes.index(name)] = code);
    }

    private static byte code(Cause cause) {
        int reason = cause.reason().map(Enum::ordinal).orElse(REASONS - 1);
        int verdict = cause.outcome().ordinal() * REASONS + reason;
        return (byte) (FIRST_CODE + verdict * 2 + (cause.schedulerPasses() ? 1 : 0));
    }
}
