package io.numaresources.fleet;

import static io.numaresources.fleet.NumaNodes.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.kubelet.preflight.Surroundings;
import io.numaresources.kubelet.preflight.Workload;
import io.numaresources.rollout.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KubeletSignsTest {
    private static final Instant ARMED = NOON.minusSeconds(60);
    private static final Instant STARTED = NOON.minusSeconds(40);
    private static final KubeletConfiguration WANTED = wanted();

    private static KubeletConfiguration wanted() {
        return NodePlan.of(
                        GroupWish.of(NumaNodes.ALIGNED).wish(),
                        new NodePlan.Candidate(
                                "a", "hpc", "v1.34.4", Optional.empty(), NumaNodes.inspected(NumaNodes.factory())),
                        new Workload(List.of(), Long.MAX_VALUE, Long.MAX_VALUE),
                        new Surroundings(List.of(), false, true))
                .wanted()
                .orElseThrow();
    }

    private static Node node(String ready, Instant heartbeat, String cpus) {
        return new NodeBuilder()
                .withNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .withMessage("container runtime is down")
                .withLastHeartbeatTime(heartbeat.toString())
                .endCondition()
                .addToAllocatable("cpu", new Quantity(cpus))
                .endStatus()
                .build();
    }

    private static Node well() {
        return node("True", STARTED.plusSeconds(5), "12");
    }

    private static KubeletSigns signs(@Nullable Instant started, @Nullable KubeletConfiguration live, Node node) {
        var numaNode = NumaNodes.node(
                "a",
                new NUMANodeSpec("hpc", WANTED, "hash", "r1", null, null),
                NumaNodes.status(Phase.APPLIED, live, started, Map.of(Phase.ROLLBACK_ARMED, ARMED)));
        return new KubeletSigns(new Reported(numaNode), node, NOON);
    }

    @Test
    void areAllThereForAKubeletThatWorks() {
        assertThat(signs(STARTED, WANTED, well()).missing()).isEmpty();
    }

    @Test
    void wantAProcessThatStartedAfterTheTimerWasArmed() {
        assertThat(signs(ARMED.minusSeconds(30), WANTED, well()).missing())
                .containsExactly("the kubelet has not been seen to start again");
        assertThat(signs(null, WANTED, well()).missing())
                .containsExactly("the kubelet has not been seen to start again");
    }

    @Test
    void wantAProcessThatIsStable() {
        var crashing = NOON.minus(KubeletSigns.STABLE).plus(Duration.ofMillis(1));

        assertThat(signs(crashing, WANTED, node("True", NOON, "12")).missing())
                .containsExactly("the kubelet runs for less than 30 s");
        assertThat(signs(NOON.minus(KubeletSigns.STABLE), WANTED, node("True", NOON, "12"))
                        .missing())
                .isEmpty();
    }

    @Test
    void doNotTakeAReadyThatIsOlderThanTheRestart() {
        assertThat(signs(STARTED, WANTED, node("True", STARTED.minusSeconds(10), "12"))
                        .missing())
                .containsExactly("no heartbeat since the kubelet started");
        assertThat(signs(STARTED, WANTED, node("Unknown", NOON, "12")).missing())
                .containsExactly("the node is not Ready: container runtime is down");
    }

    @Test
    void nameTheFieldThatTheKubeletRunsOtherwise() {
        assertThat(signs(STARTED, NumaNodes.factory(), well()).missing())
                .singleElement()
                .asString()
                .startsWith("the kubelet runs another configuration: ")
                .contains("cpuManagerPolicy is none, wanted static");
        assertThat(signs(STARTED, null, well()).missing())
                .containsExactly("the kubelet's configuration has not been read");
    }

    /** kubernetes #92585, #114673: a kubelet drops a field that it doesn't know without a word, so what it runs is what counts. */
    @Test
    void kubernetes92585MissAFieldThatTheKubeletDropped() {
        var live = new HashMap<>(Configurations.map(WANTED));
        live.put("reservedCpus", live.remove("reservedSystemCPUs"));

        assertThat(signs(STARTED, Configurations.live(live), well()).missing())
                .singleElement()
                .asString()
                .contains("reservedSystemCPUs is absent, wanted 0,4,8,12");
    }

    @Test
    void countTheAllocatableCpus() {
        assertThat(signs(STARTED, WANTED, node("True", NOON, "16")).missing())
                .containsExactly("the node has 16 allocatable CPUs, expected 12");
    }

    @Test
    void needNoConfigurationWhereTheOriginalIsBack() {
        var original = NumaNodes.node(
                "a",
                new NUMANodeSpec("hpc", null, Reported.ORIGINAL, Reported.RESTORE, null, null),
                NumaNodes.status(Phase.APPLIED, null, STARTED, Map.of(Phase.ROLLBACK_ARMED, ARMED)));

        assertThat(new KubeletSigns(new Reported(original), well(), NOON).missing())
                .isEmpty();
    }

    /** A change may fail before the kubelet was touched, and then it has run all the time. */
    @Test
    void doNotWantAnotherStartOnTheWayBack() {
        var untouched = NumaNodes.node(
                "a",
                new NUMANodeSpec("hpc", WANTED, "hash", "r1", null, null),
                NumaNodes.status(
                        Phase.ROLLING_BACK,
                        NumaNodes.factory(),
                        ARMED.minusSeconds(3600),
                        Map.of(Phase.ROLLBACK_ARMED, ARMED)));

        assertThat(new KubeletSigns(new Reported(untouched), well(), NOON).missingLife())
                .isEmpty();
    }
}
