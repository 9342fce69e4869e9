package io.numaresources.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.kubelet.preflight.Surroundings;
import io.numaresources.kubelet.preflight.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodePlanTest {
    private static final Workload IDLE = new Workload(List.of(), Long.MAX_VALUE, Long.MAX_VALUE);
    private static final Surroundings ALONE = new Surroundings(List.of(), false, true);

    private static NodePlan plan(NUMANodeStatus status) {
        return plan(status, IDLE, Optional.empty());
    }

    private static NodePlan plan(NUMANodeStatus status, Workload workload, Optional<String> managedBy) {
        return NodePlan.of(
                GroupWish.of(NumaNodes.ALIGNED).wish(),
                new NodePlan.Candidate("node-1", "hpc", "v1.34.4", managedBy, status),
                workload,
                ALONE);
    }

    private static KubeletConfiguration wanted() {
        return plan(NumaNodes.inspected(NumaNodes.factory())).wanted().orElseThrow();
    }

    @Test
    void computesWhatAFactoryKubeletIsToRunAndSaysWhatChanges() {
        var plan = plan(NumaNodes.inspected(NumaNodes.factory()));

        assertThat(plan.passes()).as(plan.text()).isTrue();
        assertThat(plan.runs()).isFalse();
        assertThat(wanted().reservedSystemCPUs()).isEqualTo("0,4,8,12");
        assertThat(plan.hash()).isPresent();
        assertThat(plan.text())
                .startsWith("to change: ")
                .contains("cpuManagerPolicy from none to static")
                .contains("reservedSystemCPUs from nothing to 0,4,8,12")
                .contains("topologyManagerScope from container to pod");
    }

    @Test
    void changesNothingOnceTheKubeletRunsIt() {
        var first = plan(NumaNodes.inspected(NumaNodes.factory()));
        var again = plan(NumaNodes.inspected(wanted()));

        assertThat(again.runs()).isTrue();
        assertThat(again.changes()).isEmpty();
        assertThat(again.hash()).isEqualTo(first.hash());
    }

    @Test
    void keepsANodeFromBeingTouchedAndSaysWhyWithIdAndRemedy() {
        var bare = new Workload.Pod("default/lonely", Workload.Kind.BARE, false, false, false, 0, 0);
        var plan = plan(
                NumaNodes.inspected(NumaNodes.factory()),
                new Workload(List.of(bare), Long.MAX_VALUE, Long.MAX_VALUE),
                Optional.empty());

        assertThat(plan.passes()).isFalse();
        assertThat(plan.text()).startsWith("P13 default/lonely: ");
        assertThat(plan.findings()).extracting(Finding::code).contains("BarePods");
        assertThat(plan.findings()).allSatisfy(finding -> {
            assertThat(finding.group()).isEqualTo("hpc");
            assertThat(finding.node()).isEqualTo("node-1");
        });
    }

    @Test
    void leavesAManagedSystemAlone() {
        var plan = plan(NumaNodes.inspected(NumaNodes.factory()), IDLE, Optional.of("GKE"));

        assertThat(plan.passes()).isFalse();
        assertThat(plan.text()).startsWith("P11 GKE: ");
    }

    @Test
    void computesNothingFromAKubeletThatCouldNotBeRead() {
        var status = NumaNodes.inspected(NumaNodes.factory());
        var blind = new NUMANodeStatus(
                null,
                null,
                null,
                status.hardware(),
                status.kubelet(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);

        var plan = plan(blind);

        assertThat(plan.wanted()).isEmpty();
        assertThat(plan.passes()).isFalse();
        assertThat(plan.runs()).isFalse();
        assertThat(plan.findings()).extracting(Finding::code).containsExactly("KubeletNotRead");
    }

    @Test
    void computesNothingFromAnAmountThatNoKubeletTakes() {
        var odd = Configurations.live(Map.of("systemReserved", Map.of("memory", "plenty")));

        assertThat(plan(NumaNodes.inspected(odd)).text()).contains("not a quantity: 'plenty'");
    }
}
