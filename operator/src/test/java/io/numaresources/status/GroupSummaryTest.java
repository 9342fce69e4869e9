package io.numaresources.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.numaresources.api.v1alpha1.CpuManager;
import io.numaresources.api.v1alpha1.CpuPolicy;
import io.numaresources.api.v1alpha1.GroupStatus;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.KubeletProvider;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.api.v1alpha1.TopologyManager;
import io.numaresources.api.v1alpha1.TopologyPolicy;
import io.numaresources.fleet.GroupProgress;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GroupSummaryTest {
    private static final Kubelet ALIGNED = new Kubelet(KubeletProvider.NONE, null, null, null, null, null);
    private static final Kubelet BY_AGENTS = new Kubelet(null, null, null, null, null, null);

    private static Seen two() {
        return new Seen().group("hpc", ALIGNED, "a", "b");
    }

    private static Seen agents() {
        return new Seen().group("hpc", BY_AGENTS, "a", "b");
    }

    private static GroupProgress progress(int configured, boolean frozen, String message) {
        return new GroupProgress("r1", 2, configured, 2 - configured, frozen ? 1 : 0, frozen, true, message);
    }

    static Stream<Arguments> phases() {
        return Stream.of(
                arguments("all is well", two(), "Ready", null),
                arguments(
                        "updater pods start",
                        two().updater("hpc", true, 2, 1),
                        "Progressing",
                        "1 of 2 updater pods are ready"),
                arguments(
                        "updater rolls out",
                        two().updater("hpc", false, 2, 2),
                        "Progressing",
                        "2 of 2 updater pods are ready"),
                arguments(
                        "no updater yet",
                        two().noUpdater("hpc"),
                        "Progressing",
                        "the updater DaemonSet is being created for 2 nodes"),
                arguments(
                        "no node", new Seen().group("hpc", ALIGNED), "Empty", "no node has the labels of nodeSelector"),
                arguments(
                        "pool that is not known",
                        new Seen().group(new NodeGroup("hpc", null, "worker-hpc", ALIGNED, null, null)),
                        "Empty",
                        "machine-config pool worker-hpc is not known in this cluster"),
                arguments("paused", two().paused(), "Paused", "spec.paused is true"),
                arguments("agents start", agents(), "Progressing", "the nodes are about to be inspected"),
                arguments(
                        "agents at work",
                        agents().kubelets("hpc", progress(1, false, "1 of 2 configured, b draining")),
                        "Progressing",
                        "1 of 2 configured, b draining"),
                arguments("agents are done", agents().kubelets("hpc", progress(2, false, "x")), "Ready", null),
                arguments(
                        "a node failed",
                        agents().kubelets("hpc", progress(1, true, "b rolled back")),
                        "Frozen",
                        "b rolled back"),
                arguments(
                        "value of a newer version",
                        two().unknown("nodeGroups[0].kubelet.topologyManager.policy", "two"),
                        "Unreadable",
                        "has a value that this version does not know, see findings; left as it is"),
                arguments(
                        "value of a newer version elsewhere",
                        two().unknown("scheduler.informer", "Both"),
                        "Ready",
                        null),
                arguments(
                        "shared node",
                        two().group("telco", null).node("c", true, "hpc", "telco"),
                        "Conflict",
                        "shares nodes with another group: c (hpc and telco)"),
                arguments(
                        "shared node of a paused resource",
                        two().group("telco", null)
                                .node("c", true, "hpc", "telco")
                                .paused(),
                        "Conflict",
                        "shares nodes with another group: c (hpc and telco)"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("phases")
    void tellsThePhaseAndWhatIsAwaited(String name, Seen seen, String phase, @Nullable String message) {
        GroupStatus group = first(seen);

        assertThat(group.phase()).isEqualTo(phase);
        assertThat(group.message()).isEqualTo(message);
    }

    static Stream<Arguments> configured() {
        return Stream.of(
                arguments("both agree", two(), 2),
                arguments("other policy", two().topology("a", "best-effort", "pod", 2, List.of("w")), 1),
                arguments("other scope", two().topology("a", "single-numa-node", "container", 2, List.of("w")), 1),
                arguments("not published", two().noTopology("a").noTopology("b"), 0),
                arguments("agents at work", agents().kubelets("hpc", progress(1, false, "x")), 1),
                arguments("agents start", agents(), 0),
                arguments("only observed", new Seen().group("hpc", null, "a", "b"), 0),
                arguments("wish is not readable", two().unknown("nodeGroups[0].kubelet.provider", "Carrier"), 0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("configured")
    void countsNodesWhoseKubeletRunsWhatIsWanted(String name, Seen seen, int expected) {
        assertThat(first(seen).configured()).isEqualTo(expected);
    }

    @Test
    void countsNoMoreNodesAsReadyThanAreReadyAndServed() {
        assertThat(first(two()).ready()).isEqualTo(2);
        assertThat(first(two().updater("hpc", true, 2, 1)).ready()).isEqualTo(1);
        assertThat(first(new Seen()
                                .group("hpc", null, "a")
                                .node("b", false, "hpc")
                                .updater("hpc", true, 2, 2))
                        .ready())
                .isEqualTo(1);
        assertThat(first(two().noUpdater("hpc")).ready()).isZero();
    }

    @Test
    void tellsWhoWouldWriteWhat() {
        var group = first(agents());

        assertThat(group.kubeletProvider()).isEqualTo("NodeAgent");
        assertThat(group.kubeletPlan())
                .isEqualTo("topologyManagerPolicy=single-numa-node topologyManagerScope=pod cpuManagerPolicy=static"
                        + " memoryManagerPolicy=Static reservedSystemCPUs=computed");
        var given = new Kubelet(
                KubeletProvider.NONE,
                new TopologyManager(TopologyPolicy.BEST_EFFORT, null, null),
                new CpuManager(CpuPolicy.NONE, null, null),
                null,
                null,
                null);
        assertThat(first(new Seen().group("hpc", given)).kubeletProvider()).isEqualTo("None");
        assertThat(first(new Seen().group("hpc", given)).kubeletPlan())
                .contains("best-effort")
                .doesNotContain("computed");
    }

    @Test
    void planOfAnUnreadableGroupIsNotGuessed() {
        var group = first(two().unknown("nodeGroups[0].kubelet.topologyManager.policy", "two"));

        assertThat(group.kubeletPlan()).isNull();
        assertThat(group.kubeletProvider()).isNull();
        assertThat(group.nodes()).isEqualTo(2);
    }

    @Test
    void keepsWhenTheRolloutBeganAsLongAsTheSameIsAskedFor() {
        var seen = agents().kubelets("hpc", progress(1, false, "x"));
        var began = first(seen);

        assertThat(began.kubeletHash()).isEqualTo("r1");
        assertThat(began.pendingRestart()).isEqualTo(1);
        assertThat(began.rolloutStarted()).isEqualTo("2026-11-30T12:00:00Z");
        assertThat(first(seen, began, Seen.NOON.plusSeconds(60)).rolloutStarted())
                .isEqualTo("2026-11-30T12:00:00Z");
        var other = agents().kubelets("hpc", new GroupProgress("r2", 2, 0, 2, 0, false, true, "x"));
        assertThat(first(other, began, Seen.NOON.plusSeconds(60)).rolloutStarted())
                .isEqualTo("2026-11-30T12:01:00Z");
    }

    private static GroupStatus first(Seen seen) {
        return first(seen, null, Seen.NOON);
    }

    private static GroupStatus first(Seen seen, @Nullable GroupStatus before, Instant now) {
        var observation = seen.observation();
        return GroupSummary.of(observation.spec().nodeGroups().getFirst(), observation, before, now);
    }
}
