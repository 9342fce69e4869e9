package io.numaresources.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupRolloutTest {
    private static final Limits NO_CANARY = new Limits(new MaxUnavailable(1, false), 0, Duration.ZERO, true, false);

    private static Node node(String name, Phase phase) {
        return new Node(name, phase, "r1", Duration.ZERO, true, false, false, false, Optional.empty());
    }

    private static Node passed(String name) {
        return node(name, Phase.PREFLIGHT_PASSED);
    }

    private static Node special(String name, boolean controlPlane, boolean leader) {
        return new Node(
                name, Phase.PREFLIGHT_PASSED, "r1", Duration.ZERO, true, false, controlPlane, leader, Optional.empty());
    }

    private static Decision decide(Limits limits, Node... nodes) {
        return GroupRollout.decide(new Group("r1", limits, List.of(nodes), false));
    }

    private static Limits limits(int most, int canaries) {
        return new Limits(new MaxUnavailable(most, false), canaries, Duration.ofMinutes(2), true, false);
    }

    @Test
    void grantsAsManyAsMayBeUnavailable() {
        var decision = decide(limits(2, 0), passed("c"), passed("a"), passed("b"));
        assertThat(decision.grants()).containsExactly("a", "b");
        assertThat(decision.waiting()).containsEntry("c", "maxUnavailable is 2, taken by a, b");
    }

    /** The canary may still have to be rolled back: were another node granted meanwhile, two would be unavailable then. */
    @Test
    void keepsThePlaceOfANodeUnderWatch() {
        var decision = decide(limits(1, 2), node("a", Phase.SOAKING), passed("b"));
        assertThat(decision.grants()).isEmpty();
        assertThat(decision.waiting()).containsEntry("b", "maxUnavailable is 1, taken by a");
        assertThat(decide(limits(2, 2), node("a", Phase.SOAKING), passed("b")).grants())
                .containsExactly("b");
    }

    @Test
    void countsNodesThatOthersCordoned() {
        var cordoned = new Node("a", Phase.CONFIGURED, "r1", Duration.ZERO, true, true, false, false, Optional.empty());
        var decision = decide(NO_CANARY, cordoned, passed("b"));
        assertThat(decision.grants()).isEmpty();
        assertThat(decision.waiting()).containsEntry("b", "maxUnavailable is 1, taken by a");
    }

    @Test
    void grantsANodeThatIsCordonedAlready() {
        var cordoned =
                new Node("b", Phase.PREFLIGHT_PASSED, "r1", Duration.ZERO, true, true, false, false, Optional.empty());
        assertThat(decide(NO_CANARY, passed("a"), cordoned).grants()).containsExactly("b");
    }

    @ParameterizedTest
    @CsvSource({"PREFLIGHT_PASSED, 1", "SOAKING, 0", "CONFIGURED, 3"})
    void sendsTheCanaryFirst(Phase canary, int grants) {
        var decision = decide(limits(3, 1), node("a", canary), passed("b"), passed("c"), passed("d"));
        assertThat(decision.grants()).hasSize(grants);
    }

    @ParameterizedTest
    @CsvSource({"1, 119, false", "1, 120, true", "0, 0, true"})
    void soaksTheCanaryOnly(int canaries, int seconds, boolean over) {
        var soaking = new Node(
                "a", Phase.SOAKING, "r1", Duration.ofSeconds(seconds), true, false, false, false, Optional.empty());
        assertThat(GroupRollout.soaked(new Group("r1", limits(1, canaries), List.of(soaking), false), soaking))
                .isEqualTo(over);
    }

    @ParameterizedTest
    @CsvSource({"ROLLING_BACK", "ROLLED_BACK", "BROKEN"})
    void freezesAfterTheFirstFailure(Phase phase) {
        var decision = decide(limits(5, 0), node("a", phase), passed("b"));
        assertThat(decision.grants()).isEmpty();
        assertThat(decision.stopped()).hasValueSatisfying(why -> assertThat(why).contains("failed on a"));
    }

    @Test
    void goesOnWithAnotherRevision() {
        var old = new Node("a", Phase.ROLLED_BACK, "r0", Duration.ZERO, true, false, false, false, Optional.empty());
        var decision = decide(NO_CANARY, old, passed("b"));
        assertThat(decision.grants()).containsExactly("b");
        assertThat(decision.waiting()).containsEntry("a", "still has to be checked for this change");
    }

    @Test
    void startsNothingWhilePausedOrUnapproved() {
        var paused = new Limits(new MaxUnavailable(1, false), 0, Duration.ZERO, true, true);
        var manual = new Limits(new MaxUnavailable(1, false), 0, Duration.ZERO, false, false);
        assertThat(decide(paused, passed("a")).stopped()).hasValue("rollout.paused is true");
        assertThat(decide(manual, passed("a")).waiting()).containsEntry("a", "mode Manual: this plan is not approved");
        assertThat(decide(manual.forRestore(), passed("a")).grants()).containsExactly("a");
        assertThat(decide(paused.forRestore(), passed("a")).grants()).isEmpty();
    }

    @Test
    void changesOneControlPlaneNodeAtATimeAndWorkersFirst() {
        var decision = decide(limits(2, 0), special("a", true, false), special("b", true, false), passed("c"));
        assertThat(decision.grants()).containsExactly("c", "a");
        assertThat(decide(limits(3, 0), special("a", true, false), special("b", true, false), passed("c"))
                        .waiting())
                .containsEntry("b", "another control-plane node is being changed");
        var elsewhere = GroupRollout.decide(new Group("r1", NO_CANARY, List.of(special("a", true, false)), true));
        assertThat(elsewhere.grants()).isEmpty();
    }

    @Test
    void leavesTheNodeOfTheLeaderToTheEndAndMovesTheLeader() {
        var first = decide(limits(5, 0), special("a", false, true), passed("b"));
        assertThat(first.grants()).containsExactly("b");
        assertThat(first.waiting()).containsEntry("a", "goes last, the operator runs on it");

        var last = decide(limits(5, 0), special("a", false, true), node("b", Phase.CONFIGURED));
        assertThat(last.grants()).isEmpty();
        assertThat(last.moveLeaderFrom()).hasValue("a");
    }

    @Test
    void saysWhyANodeWaits() {
        var held = new Node(
                "a",
                Phase.PREFLIGHT_PASSED,
                "r1",
                Duration.ZERO,
                true,
                false,
                false,
                false,
                Optional.of("kured (annotation weave.works/kured-reboot-in-progress)"));
        var notReady = new Node(
                "b", Phase.PREFLIGHT_PASSED, "r1", Duration.ZERO, false, false, false, false, Optional.empty());
        var decision =
                decide(limits(4, 0), held, notReady, node("c", Phase.PREFLIGHT_FAILED), node("d", Phase.PENDING));
        assertThat(decision.waiting())
                .containsEntry("a", "waits for kured (annotation weave.works/kured-reboot-in-progress)")
                .containsEntry("b", "is not Ready")
                .containsEntry("c", "a pre-flight check failed")
                .containsEntry("d", "being inspected");
    }

    @Test
    void tellsTheProgress() {
        var decision = decide(
                limits(1, 0),
                node("node-1", Phase.CONFIGURED),
                node("node-7", Phase.CORDONED),
                node("node-8", Phase.BROKEN),
                passed("node-9"));
        assertThat(decision.progress()).isEqualTo("1 of 4 configured, node-7 draining, node-8 broken");
    }

    @ParameterizedTest
    @CsvSource({"1, false, 10, 1", "3, false, 2, 3", "10, true, 9, 1", "10, true, 25, 2", "100, true, 7, 7"})
    void roundsAPercentageDownButNotToZero(int value, boolean percentage, int nodes, int most) {
        assertThat(new MaxUnavailable(value, percentage).of(nodes)).isEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "-1, false", "0, true", "101, true"})
    void refusesABudgetThatIsNone(int value, boolean percentage) {
        assertThatThrownBy(() -> new MaxUnavailable(value, percentage)).hasMessageContaining("maxUnavailable");
    }

    @Test
    void everyPhaseInFlightHasSomethingToSay() {
        assertThat(Arrays.stream(Phase.values()).filter(Phase::inFlight))
                .allSatisfy(phase ->
                        assertThat(phase.next().map(Step::doing).orElse("")).isNotEmpty());
    }
}
