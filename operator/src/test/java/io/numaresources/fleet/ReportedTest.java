package io.numaresources.fleet;

import static io.numaresources.fleet.NumaNodes.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.api.v1alpha1.TopologyPolicy;
import io.numaresources.api.v1alpha1.TopologyScope;
import io.numaresources.rollout.Phase;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.TopologyFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportedTest {
    private static Reported in(Phase phase, Phase... entered) {
        var times = new EnumMap<Phase, Instant>(Phase.class);
        for (var known : entered) {
            times.put(known, NOON);
        }
        return NumaNodes.reported("a", "r1", phase, times);
    }

    @Test
    void isPendingBeforeAnythingWasWritten() {
        var fresh = new Reported(NumaNodes.node("a", new NUMANodeSpec("hpc", null, null, null, null, null), null));

        assertThat(fresh.phase()).isEqualTo(Phase.PENDING);
        assertThat(fresh.revision()).isEmpty();
        assertThat(fresh.inPhase(NOON)).isEqualTo(Duration.ZERO);
        assertThat(fresh.touched()).isFalse();
    }

    @Test
    void knowsHowLongItHasBeenInItsPhase() {
        var node = NumaNodes.reported("a", "r1", Phase.CORDONED, Map.of(Phase.CORDONED, NOON.minusSeconds(90)));

        assertThat(node.inPhase(NOON)).isEqualTo(Duration.ofSeconds(90));
        assertThat(node.inPhase(NOON.minusSeconds(100))).isEqualTo(Duration.ZERO);
    }

    @Test
    void isTouchedFromTheBackupOnUnlessTheFirstChangeWasTakenBack() {
        assertThat(in(Phase.CORDONED, Phase.GRANTED, Phase.CORDONED).touched()).isFalse();
        assertThat(in(Phase.APPLIED, Phase.BACKED_UP, Phase.APPLIED).touched()).isTrue();
        assertThat(in(Phase.CONFIGURED, Phase.BACKED_UP, Phase.UNCORDONED).touched())
                .isTrue();
        assertThat(in(Phase.ROLLED_BACK, Phase.BACKED_UP).touched()).isFalse();
        assertThat(in(Phase.ROLLED_BACK, Phase.BACKED_UP, Phase.UNCORDONED).touched())
                .as("what the first change wrote is still there")
                .isTrue();
        assertThat(in(Phase.BROKEN, Phase.BACKED_UP).touched()).isTrue();
        assertThat(in(Phase.CONFIGURED).touched())
                .as("ran what is wanted already")
                .isFalse();
    }

    @Test
    void isUntouchedOnceTheOriginalIsBack() {
        var back = NumaNodes.reported(
                "a", Reported.RESTORE, Phase.CONFIGURED, Map.of(Phase.BACKED_UP, NOON, Phase.UNCORDONED, NOON));

        assertThat(back.touched()).isFalse();
    }

    private static Optional<String> drift(Reported node, NodeFacts facts, String policy, String scope) {
        return Drift.of(
                node,
                facts,
                new TopologyFacts("a", policy, scope, 2, Optional.empty(), true, List.of()),
                Optional.empty(),
                NOON);
    }

    private static Reported configured(Instant since) {
        var wanted = Configurations.live(Map.of(
                "topologyManagerPolicy", TopologyPolicy.SINGLE_NUMA_NODE.value(),
                "topologyManagerScope", TopologyScope.POD.value()));
        return new Reported(NumaNodes.node(
                "a",
                new NUMANodeSpec("hpc", wanted, "hash", "r1", null, null),
                NumaNodes.status(Phase.CONFIGURED, wanted, null, Map.of(Phase.CONFIGURED, since))));
    }

    /** kubernetes #84634, kubeadm #3049: an upgrade gave the kubelet its configuration anew. */
    @Test
    void kubernetes84634IsLookedAtAgainAfterABootAndAnUpgrade() {
        var node = configured(NOON);
        var facts = NumaNodes.facts("a");
        var rebooted = new NodeFacts("a", Map.of(), true, true, Optional.empty(), state("boot-2", "v1.34.4"));
        var upgraded = new NodeFacts("a", Map.of(), true, true, Optional.empty(), state("boot-1", "v1.35.0"));

        assertThat(drift(node, facts, "single-numa-node", "pod")).isEmpty();
        assertThat(drift(node, rebooted, "single-numa-node", "pod")).contains("the machine was booted anew");
        assertThat(drift(node, upgraded, "single-numa-node", "pod")).contains("the kubelet is v1.35.0, it was v1.34.4");
        assertThat(drift(in(Phase.PREFLIGHT_PASSED), rebooted, "", "")).isEmpty();
    }

    @Test
    void isLookedAtAgainWhenItPublishesAnotherPolicyButNotOverAndOver() {
        var facts = NumaNodes.facts("a");

        assertThat(drift(configured(NOON.minusSeconds(3600)), facts, "none", "container"))
                .contains("the node publishes topology policy none and scope container");
        assertThat(drift(configured(NOON.minusSeconds(60)), facts, "none", "container"))
                .isEmpty();
        assertThat(drift(configured(NOON.minusSeconds(3600)), facts, "", "")).isEmpty();
    }

    @Test
    void isLookedAtAgainOnceItsKubeletStartedAfterTheLastLook() {
        var inspected = inspectedAndVerified(NOON.minusSeconds(60), NOON.minusSeconds(600));
        var verified = inspectedAndVerified(NOON.minusSeconds(600), NOON.minusSeconds(60));

        for (var node : List.of(inspected, verified)) {
            assertThat(started(node, NOON.minusSeconds(61))).isEmpty();
            assertThat(started(node, NOON.minusSeconds(59))).contains("the kubelet was started again");
        }
        assertThat(started(configured(NOON), NOON.plusSeconds(1)))
                .as("never looked at")
                .isEmpty();
        assertThat(started(in(Phase.SOAKING, Phase.VERIFIED, Phase.SOAKING), NOON.plusSeconds(1)))
                .as("its change is not over")
                .isEmpty();
    }

    private static Reported inspectedAndVerified(Instant inspected, Instant verified) {
        return NumaNodes.reported(
                "a", "r1", Phase.CONFIGURED, Map.of(Phase.INSPECTED, inspected, Phase.VERIFIED, verified));
    }

    private static Optional<String> started(Reported node, Instant start) {
        return Drift.of(node, NumaNodes.facts("a"), null, Optional.of(start), NOON);
    }

    @Test
    void aNodeThatWasChangedAndIsAwayIsToldOnceNothingIsDoneWithIt() {
        var away = new NodeFacts("a", Map.of(), false, true, Optional.empty());
        var entered = Map.of(Phase.UNCORDONED, NOON);

        assertThat(RolloutFindings.down(
                        List.of(NumaNodes.reported("a", "r1", Phase.CONFIGURED, entered)), List.of(away), NOON))
                .extracting(Finding::message)
                .containsExactly("node a, whose kubelet this operator configured, is not Ready");
        assertThat(RolloutFindings.down(
                        List.of(NumaNodes.reported("a", "r1", Phase.CONFIGURED, entered)),
                        List.of(NumaNodes.facts("a")),
                        NOON))
                .as("Ready")
                .isEmpty();
        var waiting = List.of(NumaNodes.reported(
                "a", "r1", Phase.PENDING, Map.of(Phase.UNCORDONED, NOON, Phase.PENDING, NOON.minusSeconds(100))));
        var facts = List.of(NumaNodes.facts("a"));
        assertThat(RolloutFindings.down(waiting, facts, NOON)).isEmpty();
        assertThat(RolloutFindings.down(waiting, facts, NOON.plusSeconds(21)))
                .extracting(Finding::message)
                .containsExactly("node a, whose kubelet this operator configured, starts no pod that could inspect it");
        for (var phase : List.of(Phase.APPLIED, Phase.SOAKING, Phase.ROLLED_BACK, Phase.BROKEN)) {
            assertThat(RolloutFindings.down(
                            List.of(NumaNodes.reported("a", "r1", phase, entered)), List.of(away), NOON))
                    .as(phase + " has findings of its own")
                    .isEmpty();
        }
        assertThat(RolloutFindings.down(
                        List.of(NumaNodes.reported("a", "r1", Phase.CONFIGURED, Map.of())), List.of(away), NOON))
                .as("never changed")
                .isEmpty();
    }

    private static NodeFacts.State state(String boot, String kubelet) {
        return new NodeFacts.State(false, boot, kubelet, Optional.empty(), Optional.empty());
    }
}
