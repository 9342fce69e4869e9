package io.numaresources.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.api.v1alpha1.Rollout;
import io.numaresources.api.v1alpha1.UnknownValue;
import io.numaresources.rollout.Group;
import io.numaresources.rollout.GroupRollout;
import io.numaresources.rollout.MaxUnavailable;
import io.numaresources.rollout.Phase;
import io.numaresources.stack.NodeFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PoolTest {
    private static Rollout rollout(String yaml) {
        return Serialization.unmarshal(yaml, Rollout.class);
    }

    private static Group group(
            Rollout rollout, List<String> approved, Map<String, Reported> reported, NodeFacts... nodes) {
        return new Pool("hpc", "r1", rollout, List.of(nodes)).group(reported, approved, "", false, NumaNodes.NOON);
    }

    @Test
    void readsNumbersAndPercentages() {
        assertThat(group(rollout("maxUnavailable: 3"), List.of(), Map.of())
                        .limits()
                        .maxUnavailable())
                .isEqualTo(new MaxUnavailable(3, false));
        assertThat(group(rollout("maxUnavailable: 25%"), List.of(), Map.of())
                        .limits()
                        .maxUnavailable())
                .isEqualTo(new MaxUnavailable(25, true));
        assertThat(group(rollout("canary: {nodes: 2, soak: 1m30s}"), List.of(), Map.of())
                        .limits()
                        .soak())
                .isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void isApprovedInModeManualForOneRevisionOnly() {
        var manual = rollout("mode: Manual");

        assertThat(group(manual, List.of(), Map.of()).limits().approved()).isFalse();
        assertThat(group(manual, List.of("r0"), Map.of()).limits().approved()).isFalse();
        assertThat(group(manual, List.of("r0", "r1"), Map.of()).limits().approved())
                .isTrue();
        assertThat(group(rollout("{}"), List.of(), Map.of()).limits().approved())
                .isTrue();
    }

    @Test
    void restoresWithoutCanaryAndApproval() {
        var restoring = new Pool("hpc", Reported.RESTORE, rollout("mode: Manual\ncanary: {nodes: 3}"), List.of())
                .group(Map.of(), List.of(), "", false, NumaNodes.NOON);

        assertThat(restoring.limits().approved()).isTrue();
        assertThat(restoring.limits().canaryNodes()).isZero();
    }

    @Test
    void knowsANodeThatHasNoNumaNodeYet() {
        var group = group(rollout("{}"), List.of(), Map.of(), NumaNodes.facts("a"));

        assertThat(group.nodes().getFirst().phase()).isEqualTo(Phase.PENDING);
        assertThat(GroupRollout.decide(group).grants()).isEmpty();
    }

    @Test
    void holdsANodeThatAnotherToolWorksOn() {
        var node = NumaNodes.facts("a", false, Optional.empty(), Optional.of("kured (mark)"));
        var passed = Map.of("a", NumaNodes.reported("a", "r1", Phase.PREFLIGHT_PASSED, Map.of()));

        var decision = GroupRollout.decide(group(rollout("{}"), List.of(), passed, node));

        assertThat(decision.grants()).isEmpty();
        assertThat(decision.waiting()).containsEntry("a", "waits for kured (mark)");
    }

    @Test
    void neverGrantsANodeWhoseSpecIsFromANewerVersion() {
        var spec = new NUMANodeSpec("hpc", null, null, "r1", null, null, List.of(new UnknownValue("action", "Reboot")));
        var newer =
                new Reported(NumaNodes.node("a", spec, NumaNodes.status(Phase.PREFLIGHT_PASSED, null, null, Map.of())));

        var decision = GroupRollout.decide(group(rollout("{}"), List.of(), Map.of("a", newer), NumaNodes.facts("a")));

        assertThat(decision.grants()).isEmpty();
    }

    @Test
    void saysHowFarTheGroupIs() {
        var nodes = new ArrayList<NodeFacts>();
        var reported = new TreeMap<String, Reported>();
        for (int number = 1; number <= 12; number++) {
            String name = "node-" + number;
            var phase = number <= 3 ? Phase.CONFIGURED : number == 7 ? Phase.CORDONED : Phase.PREFLIGHT_PASSED;
            nodes.add(NumaNodes.facts(name));
            reported.put(name, NumaNodes.reported(name, "r1", phase, Map.of()));
        }
        var group = new Pool("hpc", "r1", rollout("{}"), nodes).group(reported, List.of(), "", false, NumaNodes.NOON);

        var progress = GroupProgress.of(group, GroupRollout.decide(group));

        assertThat(progress.message())
                .isEqualTo("3 of 12 configured, node-7 draining; 8 nodes: maxUnavailable is 1, taken by node-7");
        assertThat(progress.configured()).isEqualTo(3);
        assertThat(progress.pendingRestart()).isEqualTo(9);
        assertThat(progress.failed()).isZero();
        assertThat(progress.frozen()).isFalse();
        assertThat(progress.started()).isTrue();
        assertThat(progress.settled()).isFalse();
    }

    @Test
    void isFrozenOnceANodeFailed() {
        var reported = Map.of(
                "a", NumaNodes.reported("a", "r1", Phase.ROLLED_BACK, Map.of()),
                "b", NumaNodes.reported("b", "r1", Phase.PREFLIGHT_PASSED, Map.of()));
        var group = group(rollout("{}"), List.of(), reported, NumaNodes.facts("a"), NumaNodes.facts("b"));

        var progress = GroupProgress.of(group, GroupRollout.decide(group));

        assertThat(progress.frozen()).isTrue();
        assertThat(progress.failed()).isEqualTo(1);
        assertThat(progress.message())
                .isEqualTo(
                        "0 of 2 configured, a rolled back; frozen until the group changes or is told to retry, since it failed on a; 1 node failed and was rolled back");
    }
}
