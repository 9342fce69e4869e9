package io.numaresources.kubelet.preflight;

import static io.numaresources.kubelet.preflight.Problem.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.kubelet.CpuManagerPolicy;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.Machines;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.Quantity;
import io.numaresources.kubelet.TopologyManagerPolicy;
import io.numaresources.kubelet.Wishes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** P01 to P08: passes, fails, boundary. */
class ConfigurationChecksTest {
    private static final Map<String, Boolean> ALPHA = Map.of("CPUManagerPolicyAlphaOptions", true);

    static Stream<Arguments> cases() {
        return Stream.of(p01(), p02(), p03to05(), p06(), p07(), p08()).flatMap(cases -> cases);
    }

    private static Arguments row(Check check, String name, Subjects subject, Problem... expected) {
        return Arguments.of(check, name, subject.subject(), List.of(expected));
    }

    private static Stream<Arguments> p01() {
        return Stream.of(
                row(Check.P01, "1.34", Subjects.fine()),
                row(Check.P01, "the oldest", Subjects.fine().version("1.29")),
                row(Check.P01, "the newest", Subjects.fine().version("1.37")),
                row(Check.P01, "too old", Subjects.fine().version("1.28"), KUBELET_NOT_COVERED),
                row(Check.P01, "too new", Subjects.fine().version("1.38"), KUBELET_NOT_COVERED),
                row(
                        Check.P01,
                        "option not there yet",
                        Subjects.fine().version("1.31").options("strict-cpu-reservation"),
                        OPTION_NOT_AVAILABLE),
                row(
                        Check.P01,
                        "first minor of an option",
                        Subjects.fine()
                                .version("1.32")
                                .options("strict-cpu-reservation")
                                .gates(ALPHA),
                        ALPHA_OPTION),
                row(
                        Check.P01,
                        "beta needs nothing",
                        Subjects.fine().version("1.33").options("strict-cpu-reservation")),
                row(
                        Check.P01,
                        "alpha without gate",
                        Subjects.fine().options("align-by-socket"),
                        ALPHA_GATE_MISSING,
                        ALPHA_OPTION),
                row(Check.P01, "unknown option", Subjects.fine().options("full-pcpu-only"), OPTION_NOT_AVAILABLE),
                row(
                        Check.P01,
                        "topology option not there yet",
                        Subjects.fine()
                                .version("1.30")
                                .topology(TopologyManagerPolicy.RESTRICTED, Map.of("max-allowable-numa-nodes", "8")),
                        OPTION_NOT_AVAILABLE),
                row(
                        Check.P01,
                        "topology options of none aren't read",
                        Subjects.fine()
                                .version("1.30")
                                .topology(TopologyManagerPolicy.NONE, Map.of("max-allowable-numa-nodes", "8"))),
                row(Check.P01, "GA gate", Subjects.fine().gates(Map.of("MemoryManager", true)), GATE_REFUSED),
                row(
                        Check.P01,
                        "unknown gate (eks-anywhere #8984)",
                        Subjects.fine().gates(Map.of("TopologyManager", true)),
                        GATE_REFUSED),
                row(
                        Check.P01,
                        "gate that is GA in the next minor",
                        Subjects.fine().version("1.31").gates(Map.of("MemoryManager", true)),
                        GATE_ENDS),
                row(
                        Check.P01,
                        "gate that stays",
                        Subjects.fine().version("1.30").gates(Map.of("MemoryManager", true))));
    }

    private static Stream<Arguments> p02() {
        return Stream.of(
                row(
                        Check.P02,
                        "allowed pair",
                        Subjects.fine().options("full-pcpus-only", "distribute-cpus-across-numa")),
                row(
                        Check.P02,
                        "full cores and spread cores",
                        Subjects.fine().options("full-pcpus-only", "distribute-cpus-across-cores"),
                        OPTION_PAIR),
                row(
                        Check.P02,
                        "uncore cache and both spreads",
                        Subjects.fine()
                                .options(
                                        "prefer-align-cpus-by-uncorecache",
                                        "distribute-cpus-across-cores",
                                        "distribute-cpus-across-numa"),
                        OPTION_PAIR,
                        OPTION_PAIR,
                        OPTION_PAIR),
                row(
                        Check.P02,
                        "a pair of which one is off",
                        Subjects.fine()
                                .cpu(
                                        CpuManagerPolicy.STATIC,
                                        Map.of("full-pcpus-only", "true", "distribute-cpus-across-cores", "false"),
                                        "0")),
                row(Check.P02, "policy none without options", Subjects.fine().cpu(CpuManagerPolicy.NONE, Map.of(), "")),
                row(
                        Check.P02,
                        "policy none with an option that is off",
                        Subjects.fine().cpu(CpuManagerPolicy.NONE, Map.of("full-pcpus-only", "false"), ""),
                        OPTION_WITHOUT_STATIC),
                row(
                        Check.P02,
                        "no bool",
                        Subjects.fine().cpu(CpuManagerPolicy.STATIC, Map.of("full-pcpus-only", "yes"), "0"),
                        OPTION_VALUE),
                row(
                        Check.P02,
                        "seven NUMA nodes",
                        Subjects.fine()
                                .topology(TopologyManagerPolicy.RESTRICTED, Map.of("max-allowable-numa-nodes", "7")),
                        OPTION_VALUE),
                row(
                        Check.P02,
                        "eight NUMA nodes",
                        Subjects.fine()
                                .topology(TopologyManagerPolicy.RESTRICTED, Map.of("max-allowable-numa-nodes", "8"))),
                row(
                        Check.P02,
                        "inherited option is removed",
                        Subjects.fine()
                                .version("1.32")
                                .inherited("full-pcpus-only")
                                .cpu(CpuManagerPolicy.NONE, Map.of(), "")),
                row(
                        Check.P02,
                        "inherited option can't be removed",
                        Subjects.fine()
                                .version("1.31")
                                .inherited("full-pcpus-only")
                                .cpu(CpuManagerPolicy.NONE, Map.of(), ""),
                        OPTION_INHERITED),
                row(
                        Check.P02,
                        "inherited option is switched off",
                        Subjects.fine().version("1.31").inherited("full-pcpus-only")),
                row(
                        Check.P02,
                        "inherited number can't be switched off",
                        Subjects.fine().version("1.31").inherited("max-allowable-numa-nodes"),
                        OPTION_INHERITED));
    }

    private static Stream<Arguments> p03to05() {
        var virtual = new Machine(4, Subjects.TWO_SOCKETS.zones(), CpuSet.EMPTY);
        var silent = Machines.with(
                Subjects.TWO_SOCKETS,
                Subjects.TWO_SOCKETS.zones().stream()
                        .map(zone ->
                                new Machine.Zone(zone.id(), zone.cores(), zone.memory(), zone.hugepages(), List.of()))
                        .toList());
        var closest = Map.of("prefer-closest-numa-nodes", "true");
        return Stream.of(
                row(Check.P03, "no option", Subjects.fine()),
                row(
                        Check.P03,
                        "with restricted",
                        Subjects.fine()
                                .options("align-by-socket")
                                .topology(TopologyManagerPolicy.RESTRICTED, Map.of())),
                row(Check.P03, "with single-numa-node", Subjects.fine().options("align-by-socket"), SOCKET_ALIGNMENT),
                row(
                        Check.P03,
                        "more sockets than zones",
                        Subjects.fine()
                                .machine(virtual)
                                .options("align-by-socket")
                                .topology(TopologyManagerPolicy.RESTRICTED, Map.of()),
                        SOCKETS_EXCEED_ZONES),
                row(
                        Check.P03,
                        "more zones than sockets",
                        Subjects.on(Machines.of(1, 2, 4, 1))
                                .options("align-by-socket")
                                .topology(TopologyManagerPolicy.BEST_EFFORT, Map.of())),
                row(Check.P04, "eight", Subjects.on(Machines.of(2, 8, 4, 1))),
                row(Check.P04, "nine (kubernetes #124144)", Subjects.on(Machines.of(2, 9, 4, 1)), TOO_MANY_ZONES),
                row(
                        Check.P04,
                        "nine allowed",
                        Subjects.on(Machines.of(2, 9, 4, 1))
                                .topology(TopologyManagerPolicy.RESTRICTED, Map.of("max-allowable-numa-nodes", "9"))),
                row(
                        Check.P04,
                        "ten, nine allowed",
                        Subjects.on(Machines.of(2, 10, 4, 1))
                                .topology(TopologyManagerPolicy.RESTRICTED, Map.of("max-allowable-numa-nodes", "9")),
                        TOO_MANY_ZONES),
                row(
                        Check.P04,
                        "nine with policy none",
                        Subjects.on(Machines.of(2, 9, 4, 1)).topology(TopologyManagerPolicy.NONE, Map.of())),
                row(Check.P05, "not asked for", Subjects.fine().machine(silent)),
                row(
                        Check.P05,
                        "asked for",
                        Subjects.fine().machine(silent).topology(TopologyManagerPolicy.RESTRICTED, closest),
                        NO_DISTANCES),
                row(Check.P05, "there", Subjects.fine().topology(TopologyManagerPolicy.RESTRICTED, closest)),
                row(
                        Check.P05,
                        "off",
                        Subjects.fine()
                                .machine(silent)
                                .topology(
                                        TopologyManagerPolicy.RESTRICTED,
                                        Map.of("prefer-closest-numa-nodes", "false"))));
    }

    private static Stream<Arguments> p06() {
        var hybrid = new ArrayList<>(Machines.of(1, 1, 4, 2).zones().getFirst().cores());
        hybrid.add(CpuSet.of(8));
        var mixed = new Machine(
                1, List.of(new Machine.Zone(0, hybrid, 16 * Machines.GIB, new TreeMap<>(), List.of(10))), CpuSet.EMPTY);
        return Stream.of(
                row(Check.P06, "one core of each NUMA node", Subjects.fine()),
                row(Check.P06, "nothing (kubernetes #70161)", Subjects.fine().reservedCpus(""), NOTHING_RESERVED),
                row(
                        Check.P06,
                        "an amount only",
                        Subjects.fine().reservedCpus("").reserved(amounts("200m", "100m"))),
                row(Check.P06, "everything", Subjects.fine().reservedCpus("0-31"), NOTHING_LEFT),
                row(Check.P06, "all but one", Subjects.fine().reservedCpus("0-30")),
                row(
                        Check.P06,
                        "an amount of everything",
                        Subjects.fine().reservedCpus("").reserved(amounts("31", "1m")),
                        NOTHING_LEFT),
                row(Check.P06, "policy none", Subjects.fine().cpu(CpuManagerPolicy.NONE, Map.of(), "")),
                row(Check.P06, "half a core", Subjects.fine().reservedCpus("0")),
                row(
                        Check.P06,
                        "half a core with full cores",
                        Subjects.fine().reservedCpus("0", "full-pcpus-only"),
                        SPLIT_CORE),
                row(Check.P06, "a whole core with full cores", Subjects.fine().reservedCpus("0,16", "full-pcpus-only")),
                row(
                        Check.P06,
                        "P and E cores (kubernetes #140495)",
                        Subjects.fine().machine(mixed).reservedCpus("0,4"),
                        MIXED_CORES_PINNED),
                row(
                        Check.P06,
                        "P and E cores with full cores",
                        Subjects.fine().machine(mixed).reservedCpus("0,4", "full-pcpus-only"),
                        MIXED_CORES));
    }

    private static Stream<Arguments> p07() {
        var isolated = new Machine(2, Subjects.TWO_SOCKETS.zones(), CpuSet.parse("1-7"));
        return Stream.of(
                row(Check.P07, "online", Subjects.fine()),
                row(Check.P07, "no set", Subjects.fine().reservedCpus("").cgroupsReserved("/system")),
                row(Check.P07, "the last CPU", Subjects.fine().reservedCpus("31")),
                row(
                        Check.P07,
                        "one after the last (kubernetes #98121)",
                        Subjects.fine().reservedCpus("31-32"),
                        CPUS_NOT_ONLINE),
                row(
                        Check.P07,
                        "beside isolcpus",
                        Subjects.fine().machine(isolated).reservedCpus("0,8")),
                row(Check.P07, "in isolcpus", Subjects.fine().machine(isolated).reservedCpus("0-1"), CPUS_ISOLATED),
                row(
                        Check.P07,
                        "reserved cgroups (amazon-eks-ami #1334)",
                        Subjects.fine().cgroupsReserved("/system", "/runtime"),
                        RESERVED_CGROUPS));
    }

    private static Stream<Arguments> p08() {
        var fine = Subjects.fine().subject().wanted();
        var percent = new OwnedConfiguration.Reserved(
                fine.reserved().kube(), fine.reserved().system(), new TreeMap<>(Map.of("memory.available", "5%")));
        var nothing = new OwnedConfiguration.Reserved(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        var tiny = Machines.of(2, 2, 8, 2, 562L << 20);
        var enough = Machines.of(2, 2, 8, 2, (562L << 20) + 1);
        var huge = Machines.with(
                enough,
                enough.zones().stream()
                        .map(zone -> new Machine.Zone(
                                zone.id(),
                                zone.cores(),
                                zone.memory(),
                                new TreeMap<>(Map.of(2L << 20, 2L << 20)),
                                zone.distances()))
                        .toList());
        return Stream.of(
                row(Check.P08, "computed", Subjects.fine()),
                row(
                        Check.P08,
                        "a byte too little (numaresources-operator #80)",
                        Subjects.fine().memory(zones(0, "1178599423")),
                        MEMORY_UNEQUAL),
                row(Check.P08, "all on one NUMA node", Subjects.fine().memory(zones(0, "1178599424"))),
                row(
                        Check.P08,
                        "nothing at all",
                        Subjects.fine().reserved(nothing).memory(new TreeMap<>()),
                        NO_MEMORY_RESERVED),
                row(Check.P08, "percentage", Subjects.fine().reserved(percent), EVICTION_PERCENTAGE),
                row(Check.P08, "third NUMA node", Subjects.fine().memory(zones(2, "1124Mi")), ZONE_MISSING),
                row(
                        Check.P08,
                        "NUMA nodes as small as that",
                        Subjects.fine().machine(tiny),
                        ZONE_TOO_SMALL,
                        ZONE_TOO_SMALL),
                row(Check.P08, "a byte larger", Subjects.fine().machine(enough)),
                row(
                        Check.P08,
                        "hugepages take the rest",
                        Subjects.fine().machine(huge),
                        ZONE_TOO_SMALL,
                        ZONE_TOO_SMALL),
                row(Check.P08, "hugepages reserved", Subjects.fine().memory(hugepages()), HUGEPAGES_RESERVED),
                row(
                        Check.P08,
                        "policy None",
                        Subjects.fine().wanted(Wishes.plan(Wishes.none(), Subjects.TWO_SOCKETS))));
    }

    private static OwnedConfiguration.Reserved amounts(String kube, String system) {
        return new OwnedConfiguration.Reserved(
                new TreeMap<>(Map.of("cpu", Quantity.parse(kube))),
                new TreeMap<>(Map.of("cpu", Quantity.parse(system))),
                new TreeMap<>());
    }

    private static SortedMap<Integer, SortedMap<String, Quantity>> zones(int zone, String memory) {
        return new TreeMap<>(Map.of(zone, new TreeMap<>(Map.of("memory", Quantity.parse(memory)))));
    }

    private static SortedMap<Integer, SortedMap<String, Quantity>> hugepages() {
        var zones = zones(0, "1124Mi");
        zones.get(0).put("hugepages-2Mi", Quantity.parse("2Mi"));
        return zones;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("cases")
    void finds(Check check, String name, Subject subject, List<Problem> expected) {
        assertThat(check.apply(subject)).as(name).extracting(Violation::problem).containsExactlyElementsOf(expected);
        assertThat(expected).extracting(Problem::id).allMatch(check.name()::equals);
    }

    @Test
    void saysWhatWasFoundAndWhatToDo() {
        var violation = Check.P06
                .apply(Subjects.fine().reservedCpus("0", "full-pcpus-only").subject())
                .getFirst();
        assertThat(violation.message())
                .isEqualTo(
                        "0 of core 0,16 is reserved: reserve both siblings, or give reserved.cpus as a number of cores");
        assertThat(violation.problem().reason()).isEqualTo("SplitCore");
    }

    @Test
    void passesANodeInOrder() {
        assertThat(Preflight.of(Subjects.fine().subject()).violations()).isEmpty();
        assertThat(Arrays.stream(Check.values()).map(Check::name)).hasSize(19);
    }
}
