package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.stack.TopologyFacts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** scheduler-plugins #967 and #621: what a running scheduler does not see. */
class SchedulerRestartTest {
    private static final TopologyFacts A = topology("a", "single-numa-node");
    private static final TopologyFacts B = topology("b", "single-numa-node");
    private static final TopologyFacts C = topology("c", "single-numa-node");

    private final TickingClock clock = new TickingClock();
    private final SchedulerRestart restart = new SchedulerRestart(clock);

    @Test
    void nothingToSeeNeedsNoRestart() {
        assertThat(restart.decide("", List.of())).isEqualTo(new SchedulerRestart.Decision("", false, Duration.ZERO));
    }

    @Test
    void waitsUntilAPoolHasJoined() {
        var first = restart.decide("", List.of(A));
        assertThat(first.restarts()).isFalse();
        assertThat(first.again()).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(4));

        clock.pass(Duration.ofSeconds(2));
        assertThat(restart.decide("", List.of(A, B)).restarts()).isFalse();

        clock.pass(Duration.ofSeconds(2));
        assertThat(restart.decide("", List.of(A, B)).restarts()).isFalse();

        clock.pass(Duration.ofSeconds(1));
        var last = restart.decide("", List.of(A, B));
        assertThat(last.restarts()).isTrue();
        assertThat(last.value()).startsWith("2026-11-30T12:00:05Z/");
    }

    @Test
    void restartsNoMoreThanOnceAMinute() {
        String inForce = restarted("", A);
        clock.pass(Duration.ofSeconds(10));
        assertThat(restart.decide(inForce, List.of(A, B)).again())
                .isBetween(Duration.ofSeconds(46), Duration.ofSeconds(51));

        clock.pass(Duration.ofSeconds(40));
        assertThat(restart.decide(inForce, List.of(A, B)).restarts()).isFalse();

        clock.pass(Duration.ofSeconds(11));
        assertThat(restart.decide(inForce, List.of(A, B)).restarts()).isTrue();
    }

    @Test
    void leavesTheSchedulerAloneWhenANodeGoes() {
        String inForce = restarted("", A, B);
        clock.pass(Duration.ofMinutes(5));

        assertThat(restart.decide(inForce, List.of(A)))
                .isEqualTo(new SchedulerRestart.Decision(inForce, false, Duration.ZERO));
    }

    @Test
    void restartsForAChangedPolicy() {
        String inForce = restarted("", A);
        clock.pass(Duration.ofMinutes(5));
        var changed = List.of(topology("a", "restricted"));
        assertThat(restart.decide(inForce, changed).restarts()).isFalse();

        clock.pass(Duration.ofSeconds(4));
        assertThat(restart.decide(inForce, changed).restarts()).isTrue();
    }

    @Test
    void aNewOperatorKnowsWhatTheRunningSchedulerHasSeen() {
        String inForce = restarted("", A, B);
        clock.pass(Duration.ofMinutes(5));
        var successor = new SchedulerRestart(clock);

        assertThat(successor.decide(inForce, List.of(B, A)).again()).isZero();
        assertThat(successor.decide(inForce, List.of(A, B, C)).again()).isPositive();
    }

    @Test
    void aClockThatIsSetBackHoldsUpARestartForThreeSecondsAtMost() {
        String inForce = restarted("", A);
        restart.decide(inForce, List.of(A, B));
        clock.pass(Duration.ofHours(-1));

        assertThat(restart.decide(inForce, List.of(A, B)).again())
                .isBetween(Duration.ofSeconds(3), Duration.ofSeconds(4));
        clock.pass(Duration.ofSeconds(4));
        assertThat(restart.decide(inForce, List.of(A, B)).restarts()).isTrue();
    }

    @Test
    void theOrderOfTopologiesDoesNotMatter() {
        String inForce = restarted("", A, B, C);

        assertThat(restart.decide(inForce, List.of(C, B, A)).value()).isEqualTo(inForce);
    }

    private String restarted(String inForce, TopologyFacts... topologies) {
        restart.decide(inForce, List.of(topologies));
        clock.pass(Duration.ofSeconds(4));
        var decision = restart.decide(inForce, List.of(topologies));
        assertThat(decision.restarts()).isTrue();
        return decision.value();
    }

    private static TopologyFacts topology(String name, String policy) {
        return new TopologyFacts(name, policy, "pod", 2, Optional.empty(), true, List.of("w"));
    }
}
