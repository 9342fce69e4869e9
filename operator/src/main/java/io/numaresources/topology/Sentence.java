package io.numaresources.topology;

import io.numaresources.topology.Need.InZone;
import io.numaresources.topology.Verdict.Admitted;
import io.numaresources.topology.Verdict.Placement;
import io.numaresources.topology.Verdict.Rejected;
import io.numaresources.topology.Verdict.Unknown;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Verdicts in words. */
final class Sentence {
    private final KubeletRules rules;

    Sentence(KubeletRules rules) {
        this.rules = rules;
    }

    String of(Verdict verdict, List<Remedy> remedies) {
        String said = switch (verdict) {
            case Admitted a -> admitted(a);
            case Rejected r -> rejected(r);
            case Unknown u -> "can't tell: " + cause(u.cause());
        };
        return remedies.isEmpty()
                ? said
                : said + "; it would fit " + remedies.stream().map(Remedy::text).collect(Collectors.joining(", or "));
    }

    private static String admitted(Admitted a) {
        var zones = a.placements().stream().filter(p -> p.zones() != 0).toList();
        String where = zones.isEmpty()
                ? "in no zone in particular"
                : zones.stream().map(Sentence::place).collect(Collectors.joining(", "));
        String notes = a.notes().stream().sorted().map(Sentence::note).collect(Collectors.joining(", "));
        return "fits " + where + (notes.isEmpty() ? "" : " (" + notes + ")");
    }

    private static String place(Placement p) {
        String zones = (Long.bitCount(p.zones()) == 1 ? "zone " : "zones ") + ZoneMask.text(p.zones());
        return p.unit().isEmpty() ? "in " + zones : p.unit() + " in " + zones;
    }

    private static String note(Verdict.Note note) {
        return switch (note) {
            case NOT_GUARANTEED -> "not Guaranteed, so CPUs and memory are shared";
            case FRACTIONAL_CPUS -> "fractions of a CPU are shared";
            case POD_LEVEL_RESOURCES -> "pod-level resources aren't pinned";
            case SHARED_CPUS -> "the kubelet gives no exclusive CPUs";
            case SHARED_MEMORY -> "the kubelet pins no memory";
            case MEMORY_GROUPS_ASSUMED -> "if no pod's memory spans zones";
        };
    }

    private static String cause(Verdict.Cause cause) {
        return switch (cause) {
            case NO_ZONES -> "no zones are published";
            case TOO_MANY_ZONES -> "the kubelet's search over so many zones does not end";
            case NO_DISTANCES -> "prefer-closest-numa-nodes is on and distances aren't published";
            case NO_SOCKETS -> "align-by-socket is on and the sockets of the zones aren't known";
            case NO_CORE_SIZE -> "full-pcpus-only is on and the threads of a core aren't known";
            case EARLIER_PLACEMENT -> "it depends on which cores or devices an earlier container gets";
            case LEFT_BY_INIT ->
                "it depends on the zones in which ended init containers of pods there still hold something, which isn't published";
        };
    }

    private String rejected(Rejected r) {
        String who = r.unit().isEmpty() ? "the pod" : "container " + r.unit();
        String what = switch (r.reason()) {
            case ALIGNMENT -> alignment(r, who);
            case WHOLE_CORES -> wholeCores(r, who);
            case ALLOCATION -> who + " can't be given " + amounts(r.needs()) + allocation(r);
            case NODE_TOTAL -> {
                Need need = r.needs().getFirst();
                yield "the node has " + Amount.text(need.resource(), need.free()) + " left, the pod needs "
                        + Amount.text(need.resource(), need.requested());
            }
        };
        return what + (r.never() ? "; as it is, it can never fit here" : "");
    }

    private String alignment(Rejected r, String who) {
        var aligned = r.needs().stream().filter(n -> n.width() > 0).toList();
        boolean single = rules.policy() == AlignmentPolicy.SINGLE_NUMA_NODE;
        if (!single && aligned.stream().mapToInt(Need::width).distinct().count() > 1) {
            return "the resources of " + who + " prefer different numbers of zones, which "
                    + rules.policy().value()
                    + " refuses: "
                    + aligned.stream()
                            .map(n -> Amount.text(n.resource(), n.requested()) + " in " + zones(n.width()))
                            .collect(Collectors.joining(", "));
        }
        int width = single ? 1 : aligned.stream().mapToInt(Need::width).max().orElse(1);
        String lacking = lacking(aligned);
        return who + " needs " + amounts(aligned) + " in " + (width == 1 ? "one zone" : zones(width))
                + (lacking.isEmpty() ? "" : "; " + lacking);
    }

    private static String zones(int width) {
        return width == 1 ? "1 zone" : width + " zones";
    }

    private static String amounts(List<Need> needs) {
        return needs.stream()
                .filter(n -> n.requested() > 0)
                .map(n -> Amount.text(n.resource(), n.requested()))
                .collect(Collectors.joining(" and "));
    }

    private static String lacking(List<Need> needs) {
        if (needs.isEmpty()) {
            return "";
        }
        return IntStream.range(0, needs.getFirst().zones().size())
                .mapToObj(i -> lacking(needs, i))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(", "));
    }

    private static @Nullable String lacking(List<Need> needs, int zone) {
        String missing = needs.stream()
                .filter(n -> n.zones().get(zone).missing() > 0)
                .map(n -> Amount.text(n.resource(), n.zones().get(zone).missing()))
                .collect(Collectors.joining(" and "));
        InZone first = needs.getFirst().zones().get(zone);
        return missing.isEmpty() ? null : "zone " + first.zone() + " lacks " + missing;
    }

    private String wholeCores(Rejected r, String who) {
        Need cpus = r.needs().getFirst();
        int threads = rules.cpus().threadsPerCore();
        if (cpus.requested() / 1000 % threads != 0) {
            return who + " asks for " + Amount.text(Resources.CPU, cpus.requested())
                    + ", and full-pcpus-only wants multiples of " + threads;
        }
        return who + " needs " + Amount.text(Resources.CPU, cpus.requested())
                + " in whole cores, and too few whole cores are free";
    }

    private static String allocation(Rejected r) {
        String lacking = lacking(r.needs().stream().filter(n -> n.width() > 0).toList());
        return lacking.isEmpty() ? "" : "; " + lacking;
    }
}
