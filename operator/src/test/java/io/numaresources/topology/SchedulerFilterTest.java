package io.numaresources.topology;

import static io.numaresources.topology.Nodes.container;
import static io.numaresources.topology.Nodes.node;
import static io.numaresources.topology.Nodes.pod;
import static io.numaresources.topology.Nodes.sidecar;
import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.topology.Verdict.Admitted;
import io.numaresources.topology.Verdict.Rejected;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the plugin's rule differs from the kubelet's. */
class SchedulerFilterTest {

    @Test
    void filtersOnlyUnderSingleNumaNode() {
        var pod = pod("cpu=8 memory=1Gi");

        assertThat(SchedulerFilter.check(node("restricted/pod", "cpu=4 memory=8Gi", "cpu=4 memory=8Gi"), pod)
                        .passes())
                .isTrue();
        assertThat(SchedulerFilter.check(node("single-numa-node/pod", "cpu=4 memory=8Gi", "cpu=4 memory=8Gi"), pod))
                .isEqualTo(new SchedulerFilter.Answer(false, "cannot align pod", ""));
    }

    @Test
    void countsSidecarsBesideTheContainersLikeNobodyElse() {
        var node = node("single-numa-node/pod", "cpu=4 memory=8Gi");
        var shape = pod(List.of(sidecar("side", "cpu=2 memory=1Gi")), container("app", "cpu=3 memory=1Gi"));

        assertThat(SchedulerFilter.check(node, shape).passes()).isTrue();
        assertThat(Admission.decide(node, shape)).isInstanceOf(Rejected.class);
    }

    @Test
    void wantsCpuInTheZonesEvenOfSharedPods() {
        var node = node("single-numa-node/container", "memory=8Gi");
        var burstable =
                PodShape.of(new ContainerShape("app", false, Nodes.resources("cpu=1 memory=1Gi"), Resources.NONE));

        assertThat(SchedulerFilter.check(node, burstable))
                .isEqualTo(new SchedulerFilter.Answer(false, "cannot align container", "app"));
        assertThat(Admission.decide(node, burstable)).isInstanceOf(Admitted.class);
    }

    @Test
    void namesTheContainerItCannotAlign() {
        var node = node("single-numa-node/container", "cpu=4 memory=8Gi");
        var app = container("app", "cpu=1 memory=1Gi");

        assertThat(SchedulerFilter.check(node, pod(List.of(container("init", "cpu=5 memory=1Gi")), app)))
                .isEqualTo(new SchedulerFilter.Answer(false, "cannot align init container", "init"));
        assertThat(SchedulerFilter.check(node, pod(List.of(sidecar("side", "cpu=5 memory=1Gi")), app)))
                .isEqualTo(new SchedulerFilter.Answer(false, "cannot align sidecar container", "side"));
    }

    @Test
    void takesFromTheLowestZoneForEachContainer() {
        var node = node("single-numa-node/container", "cpu=4 memory=8Gi", "cpu=4 memory=8Gi");

        assertThat(SchedulerFilter.check(
                                node,
                                PodShape.of(
                                        container("a", "cpu=3 memory=1Gi"),
                                        container("b", "cpu=3 memory=1Gi"),
                                        container("c", "cpu=2 memory=1Gi")))
                        .unit())
                .isEqualTo("c");
    }

    @Test
    void leavesBestEffortPodsAndUnpublishedNodesIn() {
        assertThat(SchedulerFilter.check(node("single-numa-node/pod", "cpu=0 memory=0"), pod(""))
                        .passes())
                .isTrue();
        assertThat(SchedulerFilter.check(node("single-numa-node/pod"), pod("cpu=1 memory=1Gi"))
                        .passes())
                .isTrue();
    }
}
