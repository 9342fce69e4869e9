package io.numaresources.topology;

import static io.numaresources.topology.Nodes.container;
import static io.numaresources.topology.Nodes.node;
import static io.numaresources.topology.Nodes.pod;
import static io.numaresources.topology.Nodes.sidecar;
import static io.numaresources.topology.Nodes.withCpus;
import static io.numaresources.topology.Nodes.withGroups;
import static io.numaresources.topology.Nodes.withTotals;
import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.topology.Verdict.Admitted;
import io.numaresources.topology.Verdict.Cause;
import io.numaresources.topology.Verdict.Note;
import io.numaresources.topology.Verdict.Placement;
import io.numaresources.topology.Verdict.Reason;
import io.numaresources.topology.Verdict.Rejected;
import io.numaresources.topology.Verdict.Unknown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kubelet's rule by examples; the oracle has the rest. */
class AdmissionTest {
    private static final CpuRules WHOLE_CORES = new CpuRules(true, Set.of(CpuRules.Option.FULL_PCPUS_ONLY), 2, 0);

    @ParameterizedTest(name = "{0}: {3} on [{1}] [{2}] is {4}")
    @CsvSource(delimiter = '|', textBlock = """
            single-numa-node/container | cpu=3/4 memory=8Gi     | cpu=2/4 memory=8Gi     | cpu=3 memory=1Gi            | zone 0
            single-numa-node/container | cpu=2/4 memory=8Gi     | cpu=4 memory=8Gi       | cpu=3 memory=1Gi            | zone 1
            single-numa-node/container | cpu=3/4 memory=8Gi     | cpu=3/4 memory=8Gi     | cpu=4 memory=1Gi            | ALIGNMENT
            single-numa-node/container | cpu=4 memory=8Gi       | cpu=4 memory=8Gi       | cpu=5 memory=1Gi            | never ALIGNMENT
            single-numa-node/container | cpu=4 memory=1Gi/8Gi   | cpu=1/4 memory=8Gi     | cpu=2 memory=2Gi            | ALIGNMENT
            single-numa-node/container | cpu=4 memory=8Gi gpu=0/2 | cpu=4 memory=8Gi gpu=1/2 | cpu=2 memory=2Gi gpu=1  | zone 1
            single-numa-node/container | cpu=4 memory=8Gi gpu=1/2 | cpu=4 memory=8Gi gpu=1/2 | cpu=2 memory=2Gi gpu=2  | ALIGNMENT
            single-numa-node/container | cpu=4 memory=8Gi gpu=2 | cpu=4 memory=8Gi nic=1 | cpu=2 memory=2Gi gpu=1 nic=1 | never ALIGNMENT
            single-numa-node/container | cpu=4 memory=8Gi       | cpu=4 memory=8Gi hugepages-2Mi=1Gi | cpu=2 memory=2Gi hugepages-2Mi=512Mi | zone 1
            single-numa-node/container | cpu=1/4 memory=8Gi     | cpu=1/4 memory=8Gi     | cpu=2500m memory=2Gi        | zone 0
            restricted/container       | cpu=4 memory=8Gi       | cpu=4 memory=8Gi       | cpu=5 memory=9Gi            | zones 0,1
            restricted/container       | cpu=4 memory=8Gi       | cpu=4 memory=8Gi       | cpu=5 memory=1Gi            | never ALIGNMENT
            restricted/container       | cpu=1/4 memory=8Gi     | cpu=1/4 memory=8Gi     | cpu=2 memory=1Gi            | ALIGNMENT
            best-effort/container      | cpu=1/4 memory=8Gi     | cpu=1/4 memory=8Gi     | cpu=2 memory=1Gi            | zones 0,1
            best-effort/container      | cpu=1/4 memory=8Gi     | cpu=1/4 memory=8Gi     | cpu=3 memory=1Gi            | ALLOCATION
            none/container             | cpu=1/4 memory=8Gi     | cpu=1/4 memory=8Gi     | cpu=2 memory=1Gi            | anywhere
            none/container             | cpu=1/4 memory=8Gi     | cpu=1/4 memory=8Gi     | cpu=3 memory=1Gi            | ALLOCATION
            """)
    void decidesOneContainer(String rules, String first, String second, String amounts, String expected) {
        assertThat(text(Admission.decide(node(rules, first, second), pod(amounts))))
                .isEqualTo(expected);
    }

    private static String text(Verdict verdict) {
        return switch (verdict) {
            case Admitted a ->
                a.placements().isEmpty() || a.placements().getFirst().zones() == 0
                        ? "anywhere"
                        : (Long.bitCount(a.placements().getFirst().zones()) == 1 ? "zone " : "zones ")
                                + ZoneMask.text(a.placements().getFirst().zones());
            case Rejected r -> (r.never() ? "never " : "") + r.reason();
            case Unknown u -> "unknown " + u.cause();
        };
    }

    @Test
    void tellsWhatEachZoneLacks() {
        var verdict = (Rejected) Admission.decide(
                node("single-numa-node/container", "cpu=3/4 memory=8Gi", "cpu=4 memory=512Mi/8Gi"),
                pod("cpu=4 memory=1Gi"));

        assertThat(verdict.unit()).isEqualTo("app");
        assertThat(verdict.never()).isFalse();
        assertThat(verdict.needs())
                .containsExactly(
                        new Need(
                                "cpu",
                                4000,
                                1,
                                List.of(new Need.InZone(0, 3000, 1000), new Need.InZone(1, 4000, 0)),
                                7000),
                        new Need(
                                "memory",
                                1L << 30,
                                1,
                                List.of(new Need.InZone(0, 8L << 30, 0), new Need.InZone(1, 512L << 20, 512L << 20)),
                                (8L << 30) + (512L << 20)));
    }

    /** The width is the one that the zones' totals need, so a zone that is full makes no wider set the preferred one. */
    @Test
    void prefersTheWidthOfTheTotals() {
        var verdict = (Rejected) Admission.decide(
                node("restricted/container", "cpu=1/4 memory=8Gi", "cpu=1/4 memory=8Gi"), pod("cpu=2 memory=1Gi"));

        assertThat(verdict.needs()).extracting(Need::width).containsOnly(1);
    }

    @Test
    void alignsThePodAsOneUnitInPodScope() {
        var two = PodShape.of(container("a", "cpu=3 memory=1Gi"), container("b", "cpu=3 memory=1Gi"));
        String[] zones = {"cpu=4 memory=8Gi", "cpu=4 memory=8Gi"};

        assertThat(Admission.decide(node("single-numa-node/container", zones), two))
                .isEqualTo(new Admitted(List.of(new Placement("a", 1), new Placement("b", 2)), Set.of()));
        assertThat(text(Admission.decide(node("single-numa-node/pod", zones), two)))
                .isEqualTo("never ALIGNMENT");
    }

    @Test
    void letsContainersTakeOverWhatInitContainersLeave() {
        var node = node("single-numa-node/container", "cpu=4 memory=8Gi", "cpu=1/4 memory=1Gi/8Gi");

        assertThat(Admission.decide(
                        node,
                        pod(List.of(container("init", "cpu=4 memory=6Gi")), container("app", "cpu=3 memory=7Gi"))))
                .isInstanceOf(Admitted.class);
        assertThat(text(Admission.decide(
                        node, pod(List.of(sidecar("side", "cpu=4 memory=6Gi")), container("app", "cpu=3 memory=7Gi")))))
                .isEqualTo("ALIGNMENT");
    }

    /** Init containers' CPUs have to be used again, so they hold later containers in their zone. */
    @Test
    void holdsContainersInTheZoneOfTheInitContainer() {
        var node = withCpus(
                node("single-numa-node/container", "cpu=4 memory=1Gi", "cpu=4 memory=8Gi"),
                new CpuRules(true, Set.of(), 1, 0));
        var shape = pod(List.of(container("init", "cpu=1 memory=512Mi")), container("app", "cpu=1 memory=4Gi"));

        assertThat(text(Admission.decide(node, shape))).isEqualTo("never ALIGNMENT");
    }

    @Test
    void refusesSplitCoresUnderFullPcpusOnly() {
        var node = withCpus(node("single-numa-node/container", "cpu=4 memory=8Gi"), WHOLE_CORES);

        assertThat(text(Admission.decide(node, pod("cpu=3 memory=1Gi")))).isEqualTo("never WHOLE_CORES");
        assertThat(text(Admission.decide(node, pod("cpu=4 memory=1Gi")))).isEqualTo("anywhere");
    }

    /** GetAvailablePhysicalCPUs leaves out the siblings of reserved threads. */
    @Test
    void countsNoThreadsBesideReservedOnesUnderFullPcpusOnly() {
        var node = node("single-numa-node/container", "cpu=4 memory=8Gi", "cpu=1/4 memory=8Gi");
        var oneReserved = new CpuRules(true, Set.of(CpuRules.Option.FULL_PCPUS_ONLY), 2, 1);
        var twoReserved = new CpuRules(true, Set.of(CpuRules.Option.FULL_PCPUS_ONLY), 2, 2);

        assertThat(text(Admission.decide(withCpus(node, oneReserved), pod("cpu=4 memory=1Gi"))))
                .isEqualTo("zone 0");
        assertThat(text(Admission.decide(withCpus(node, twoReserved), pod("cpu=4 memory=1Gi"))))
                .isEqualTo("WHOLE_CORES");
    }

    /**
     * Found by the oracle: of sockets with 3, 2 and 2 CPUs each counts as free when the average of 2 is free, so the first is
     * taken whole although a CPU of it is reserved (cpuAccumulator isSocketFree, takeFullSockets), and the second container
     * finds one CPU more than there is.
     */
    @Test
    void handsOutReservedCpusWhereSocketsDifferInSize() {
        var node =
                withCpus(node("none/container", "cpu=2/3", "cpu=1/2", "cpu=1/2"), new CpuRules(true, Set.of(), 1, 0));
        var rules = new KubeletRules(
                AlignmentPolicy.NONE,
                AlignmentScope.CONTAINER,
                false,
                node.rules().cpus(),
                false);
        var shared =
                new NumaNode("node", rules, node.zones(), Resources.NONE, Resources.NONE, Optional.empty(), List.of());

        assertThat(Admission.decide(
                        shared, PodShape.of(container("a", "cpu=3 memory=1Gi"), container("b", "cpu=2 memory=1Gi"))))
                .isInstanceOf(Admitted.class);
    }

    /** When no zones at all have the memory, the manager tells nothing, and its allocation fails after the zones were agreed on. */
    @Test
    void failsInAllocationWhenNoZonesHaveTheMemory() {
        var node = node("single-numa-node/container", "cpu=4 memory=1Gi/8Gi", "cpu=4 memory=1Gi/8Gi");

        assertThat(text(Admission.decide(node, pod("cpu=1 memory=2Gi")))).isEqualTo("ALLOCATION");
    }

    @Test
    void barsZonesWhoseMemoryIsSpannedWithOthers() {
        var node = withGroups(
                node("restricted/container", "cpu=4 memory=7Gi/8Gi", "cpu=4 memory=7Gi/8Gi", "cpu=4 memory=1Gi/8Gi"),
                Map.of(0, 3L, 1, 3L, 2, 4L));

        assertThat(text(Admission.decide(node, pod("cpu=1 memory=2Gi")))).isEqualTo("ALIGNMENT");
        assertThat(text(Admission.decide(node, pod("cpu=6 memory=12Gi")))).isEqualTo("zones 0,1");
        assertThat(text(Admission.decide(node, pod("cpu=1 memory=1Gi")))).isEqualTo("zone 2");
    }

    @Test
    void pinsNothingForPodsThatAreNotGuaranteed() {
        var node = node("single-numa-node/container", "cpu=1/4 memory=1Gi/8Gi");
        var burstable = PodShape.of(
                new ContainerShape("app", false, Nodes.resources("cpu=4 memory=4Gi"), Nodes.resources("memory=4Gi")));

        assertThat(Admission.decide(node, burstable))
                .isEqualTo(new Admitted(List.of(new Placement("app", 0)), Set.of(Note.NOT_GUARANTEED)));
    }

    @Test
    void notesFractionsAndPodLevelResources() {
        var node = node("single-numa-node/container", "cpu=4 memory=8Gi");
        var podLevel = PodShape.of(
                List.of(),
                List.of(container("app", "cpu=4 memory=1Gi")),
                Resources.NONE,
                Optional.of(container("", "cpu=4 memory=1Gi")));

        assertThat(((Admitted) Admission.decide(node, pod("cpu=1500m memory=1Gi"))).notes())
                .containsExactly(Note.FRACTIONAL_CPUS);
        assertThat(((Admitted) Admission.decide(node, podLevel)).notes()).containsExactly(Note.POD_LEVEL_RESOURCES);
    }

    @Test
    void checksTheTotalsOfTheNodeLast() {
        var node = withTotals(
                node("single-numa-node/container", "cpu=4 memory=8Gi"),
                "cpu=4 memory=8Gi pods=10 gpu=0",
                "cpu=1 memory=8Gi pods=3 gpu=0");

        var verdict = (Rejected) Admission.decide(node, pod("cpu=2 memory=1Gi"));
        assertThat(verdict.reason()).isEqualTo(Reason.NODE_TOTAL);
        assertThat(verdict.needs()).containsExactly(new Need("cpu", 2000, 0, List.of(), 1000));
        assertThat(verdict.never()).isFalse();
    }

    /** Found by the oracle: a device resource that a node has 0 of is missing, it isn't a device that could not be allocated. */
    @Test
    void reportsDevicesOfWhichTheNodeHasNoneAsMissingOnTheNode() {
        var node = withTotals(
                node("single-numa-node/container", "cpu=4 memory=8Gi"),
                "cpu=4 memory=8Gi pods=10 gpu=0",
                "cpu=4 memory=8Gi pods=9 gpu=0");

        assertThat(text(Admission.decide(node, pod("cpu=2 memory=1Gi gpu=1")))).isEqualTo("never NODE_TOTAL");
    }

    @Test
    void passesOverExtendedResourcesOfOthers() {
        var node = withTotals(
                node("single-numa-node/container", "cpu=4 memory=8Gi"),
                "cpu=4 memory=8Gi pods=10",
                "cpu=4 memory=8Gi pods=9");

        assertThat(Admission.decide(node, pod("cpu=2 memory=1Gi gpu=1"))).isInstanceOf(Admitted.class);
    }

    /** A request of 0 devices still asks for a single zone (devicemanager generateDeviceTopologyHints). */
    @Test
    void letsZeroDevicesNarrowTheZones() {
        String[] zones = {"cpu=4 memory=8Gi gpu=1", "cpu=4 memory=8Gi gpu=1"};

        assertThat(text(Admission.decide(node("restricted/container", zones), pod("cpu=6 memory=9Gi"))))
                .isEqualTo("zones 0,1");
        assertThat(text(Admission.decide(node("restricted/container", zones), pod("cpu=6 memory=9Gi gpu=0"))))
                .isEqualTo("never ALIGNMENT");
    }

    @Test
    void doesNotGuess() {
        assertThat(Admission.decide(node("single-numa-node/container"), pod("cpu=1 memory=1Gi")))
                .isEqualTo(new Unknown(Cause.NO_ZONES));
        var many = new String[17];
        java.util.Arrays.fill(many, "cpu=4 memory=8Gi");
        assertThat(Admission.decide(node("single-numa-node/container", many), pod("cpu=1 memory=1Gi")))
                .isEqualTo(new Unknown(Cause.TOO_MANY_ZONES));
        var node = node("restricted/container", "cpu=4 memory=8Gi", "cpu=4 memory=8Gi");
        var sockets = new CpuRules(true, Set.of(CpuRules.Option.ALIGN_BY_SOCKET), 1, 0);
        assertThat(Admission.decide(
                        withCpus(
                                NumaNode.published(
                                        "node",
                                        node.rules(),
                                        List.of(Zone.free(0, Nodes.resources("cpu=4 memory=8Gi")))),
                                sockets),
                        pod("cpu=1 memory=1Gi")))
                .isEqualTo(new Unknown(Cause.NO_SOCKETS));
        var cores = new CpuRules(true, Set.of(CpuRules.Option.FULL_PCPUS_ONLY), 0, 0);
        assertThat(Admission.decide(withCpus(node, cores), pod("cpu=1 memory=1Gi")))
                .isEqualTo(new Unknown(Cause.NO_CORE_SIZE));
        var closest =
                new KubeletRules(AlignmentPolicy.RESTRICTED, AlignmentScope.CONTAINER, true, CpuRules.STATIC, true);
        assertThat(Admission.decide(NumaNode.published("node", closest, node.zones()), pod("cpu=1 memory=1Gi")))
                .isEqualTo(new Unknown(Cause.NO_DISTANCES));
        var spread = node("best-effort/container", "cpu=3/8 memory=8Gi", "cpu=3/8 memory=8Gi");
        assertThat(Admission.decide(
                        spread, PodShape.of(container("a", "cpu=5 memory=1Gi"), container("b", "cpu=1 memory=1Gi"))))
                .isEqualTo(new Unknown(Cause.EARLIER_PLACEMENT));
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', textBlock = """
            cpu=1 memory=1Gi | zone 0
            cpu=2 memory=1Gi | unknown LEFT_BY_INIT
            cpu=3 memory=1Gi | ALIGNMENT
            cpu=5 memory=1Gi | never ALIGNMENT
            """)
    void doesNotTellWhereItDependsOnWhatEndedInitContainersStillHold(String asked, String expected) {
        var left = new Tenant("web/a", Map.of(), Nodes.resources("cpu=2"), Nodes.resources("cpu=1"), List.of());
        var node =
                Nodes.withTenants(node("single-numa-node/container", "cpu=2/4 memory=8Gi", "cpu=1/4 memory=8Gi"), left);

        assertThat(text(Admission.decide(node, pod(asked)))).isEqualTo(expected);
        assertThat(WhatIf.fit(List.of(node), pod("cpu=1 memory=1Gi"), new Scenario.Now())
                        .estimated())
                .containsExactly("node");
    }

    /** Found by the oracle, best-effort and container, seed 3577: earlier containers may have got the threads beside reserved ones, and no whole core less. */
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({"2, zone 0", "4, unknown EARLIER_PLACEMENT", "6, WHOLE_CORES"})
    void doesNotTellWhetherAnEarlierContainerGotStrandedThreadsOfCores(int cpus, String expected) {
        var stranded = new CpuRules(true, Set.of(CpuRules.Option.FULL_PCPUS_ONLY), 2, 2);
        var node = withCpus(node("best-effort/container", "cpu=2/4 memory=8Gi", "cpu=4 memory=8Gi"), stranded);
        var pod =
                PodShape.of(container("first", "cpu=2 memory=1Gi"), container("second", "cpu=" + cpus + " memory=1Gi"));

        assertThat(text(Admission.decide(node, pod)).replace("never ", "")).isEqualTo(expected);
    }
}
