package io.numaresources.topology;

import static io.numaresources.topology.Nodes.container;
import static io.numaresources.topology.Nodes.named;
import static io.numaresources.topology.Nodes.node;
import static io.numaresources.topology.Nodes.pod;
import static io.numaresources.topology.Nodes.resources;
import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.topology.Capacity.Slot;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WhatIfTest {
    private static final String SINGLE = "single-numa-node/container";
    private static final List<NumaNode> NODES = List.of(
            named("a", node(SINGLE, "cpu=7/8 memory=32Gi", "cpu=5/8 memory=30Gi/32Gi")),
            named("b", node(SINGLE, "cpu=0/8 memory=16Gi/32Gi", "cpu=8 memory=32Gi")));

    private static long count(PodShape pod, Scenario scenario) {
        return WhatIf.fit(NODES, pod, scenario).pods();
    }

    @Test
    void countsPodsOfAShape() {
        var fit = WhatIf.fit(NODES, pod("cpu=3 memory=4Gi"), new Scenario.Now());

        assertThat(fit.byNode()).containsExactly(Map.entry("a", 3), Map.entry("b", 2));
        assertThat(fit.pods()).isEqualTo(5);
        assertThat(fit.estimated()).isEmpty();
    }

    @Test
    void countsAfterDrainingOrLosingANode() {
        assertThat(count(pod("cpu=3 memory=4Gi"), new Scenario.Drained(Set.of("b"))))
                .isEqualTo(7);
        assertThat(count(pod("cpu=3 memory=4Gi"), new Scenario.Without(Set.of("b"))))
                .isEqualTo(3);
    }

    @Test
    void countsUnderAnotherPolicyOrScope() {
        var wide = pod("cpu=6 memory=2Gi");
        var pair = PodShape.of(container("a", "cpu=4 memory=2Gi"), container("b", "cpu=4 memory=2Gi"));

        assertThat(count(wide, new Scenario.Now())).isEqualTo(2);
        assertThat(count(wide, new Scenario.Aligned(AlignmentPolicy.BEST_EFFORT, AlignmentScope.CONTAINER)))
                .isEqualTo(3);
        assertThat(count(pair, new Scenario.Now())).isEqualTo(2);
        assertThat(count(pair, new Scenario.Aligned(AlignmentPolicy.SINGLE_NUMA_NODE, AlignmentScope.POD)))
                .isEqualTo(1);
    }

    @Test
    void countsWithAnotherLayout() {
        assertThat(count(pod("cpu=6 memory=2Gi"), new Scenario.Drained(Set.of("a", "b"))))
                .isEqualTo(4);
        assertThat(count(pod("cpu=6 memory=2Gi"), new Scenario.Split(2))).isZero();
        assertThat(count(pod("cpu=12 memory=2Gi"), new Scenario.Joined(2))).isEqualTo(2);
    }

    @Test
    void splitsZonesEvenlyWithTheReservationInTheFirstPart() {
        var zone = new Zone(
                0,
                resources("cpu=8 memory=32Gi gpu=3"),
                resources("cpu=7 memory=30Gi gpu=3"),
                resources("cpu=7 memory=30Gi gpu=3"),
                Map.of(0, 10),
                java.util.OptionalInt.empty());
        var node = NumaNode.published("n", node(SINGLE).rules(), List.of(zone));

        var parts =
                WhatIf.apply(List.of(node), new Scenario.Split(2)).getFirst().zones();

        assertThat(parts)
                .extracting(Zone::id, Zone::allocatable)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(0, resources("cpu=3 memory=14Gi gpu=2")),
                        org.assertj.core.groups.Tuple.tuple(1, resources("cpu=4 memory=16Gi gpu=1")));
        assertThat(parts.getFirst().costs()).isEqualTo(Map.of(0, 10, 1, 12));
        assertThat(WhatIf.apply(List.of(node), new Scenario.Joined(2))
                        .getFirst()
                        .zones()
                        .getFirst()
                        .allocatable())
                .isEqualTo(zone.allocatable());
    }

    @Test
    void saysOfWhichNodesNothingIsKnown() {
        var fit = WhatIf.fit(List.of(node(SINGLE)), pod("cpu=1 memory=1Gi"), new Scenario.Now());

        assertThat(fit.unknown()).containsExactly(Map.entry("node", Verdict.Cause.NO_ZONES));
        assertThat(fit.byNode()).isEmpty();
    }

    @Test
    void stopsCountingWhereNothingIsPinned() {
        assertThat(WhatIf.fit(NODES.subList(0, 1), pod(""), new Scenario.Now()).pods())
                .isEqualTo(WhatIf.MOST_PER_NODE);
    }

    @Test
    void findsTheLargestSlotOfEachGroup() {
        assertThat(Capacity.largestSlots(Map.of("all", NODES, "first", NODES.subList(0, 1)), "cpu"))
                .containsEntry("all", new Slot("b", 1, resources("cpu=8 memory=32Gi")))
                .containsEntry("first", new Slot("a", 0, resources("cpu=7 memory=32Gi")));
        assertThat(Capacity.largestSlots(Map.of("all", NODES), "example.com/gpu"))
                .isEmpty();
    }

    @Test
    void measuresWhatIsStranded() {
        var stranded = Capacity.stranded(NODES, pod("cpu=3 memory=4Gi"));

        assertThat(stranded.free()).isEqualTo(resources("cpu=20 memory=110Gi"));
        assertThat(stranded.stranded()).isEqualTo(resources("cpu=5 memory=90Gi"));
        assertThat(stranded.share("cpu")).isEqualTo(0.25);
    }
}
