package io.numaresources.topology;

import static io.numaresources.topology.Nodes.container;
import static io.numaresources.topology.Nodes.pod;
import static io.numaresources.topology.Nodes.resources;
import static io.numaresources.topology.Nodes.sidecar;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What of a pod the kubelet counts as taken and doesn't list, for which AdmissionsE2E asks real kubelets. */
class PodShapeTest {

    @Test
    void anInitContainerLeavesWhatTheAppContainersDoNotTakeOver() {
        var pod = pod(
                List.of(container("init", "cpu=3 memory=1Gi gpu=1")),
                container("a", "cpu=1 memory=3Gi"),
                container("b", "cpu=1 memory=1Gi"));

        assertThat(pod.leftByInit()).isEqualTo(resources("cpu=1 gpu=1"));
    }

    @Test
    void laterInitContainersReuseWhatEarlierOnesHadAndSidecarsKeepIt() {
        var pod = pod(
                List.of(
                        container("first", "cpu=2 memory=1Gi"),
                        container("second", "cpu=3 memory=1Gi"),
                        sidecar("proxy", "cpu=1 memory=1Gi")),
                container("app", "cpu=1 memory=1Gi"));

        assertThat(pod.leftByInit()).isEqualTo(resources("cpu=1"));
    }

    @Test
    void memoryIsLeftWhereContainersWithoutCpusOfTheirOwnMayBeInAnotherZone() {
        var pod = pod(List.of(container("init", "cpu=500m memory=2Gi")), container("app", "cpu=1 memory=2Gi"));

        assertThat(pod.leftByInit()).isEqualTo(resources("memory=2Gi"));
    }

    @Test
    void aPodThatIsNotGuaranteedLeavesDevicesOnly() {
        var init = new ContainerShape("init", false, resources("cpu=2 memory=1Gi gpu=1"), resources("gpu=1"));

        assertThat(pod(List.of(init), container("app", "memory=1Gi")).leftByInit())
                .isEqualTo(resources("gpu=1"));
    }
}
