package io.numaresources.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NodeMachineTest {
    private static final List<Event> EVENTS = Stream.of(
                    Arrays.stream(Step.values()).map(step -> (Event) new Event.Done(step)),
                    Arrays.stream(Step.values()).map(step -> (Event) new Event.Failed(step)),
                    Stream.<Event>of(
                            new Event.Granted(),
                            new Event.TimerFired(),
                            new Event.Unhealthy(),
                            new Event.StillBroken(),
                            new Event.Reconsider()))
            .flatMap(events -> events)
            .toList();

    @Test
    void goesThroughEveryPhaseOfASuccess() {
        var phases = new ArrayList<String>();
        var phase = Phase.PENDING;
        while (phase != Phase.CONFIGURED) {
            phases.add(phase.value());
            phase = NodeMachine.next(
                    phase,
                    phase.next().map(step -> (Event) new Event.Done(step)).orElse(new Event.Granted()));
        }
        assertThat(phases)
                .containsExactly(
                        "Pending",
                        "Inspected",
                        "PreflightPassed",
                        "Granted",
                        "Cordoned",
                        "Drained",
                        "BackedUp",
                        "RollbackArmed",
                        "Applied",
                        "Verified",
                        "Disarmed",
                        "Uncordoned",
                        "Soaking");
    }

    @ParameterizedTest
    @CsvSource({
        "INSPECT, PREFLIGHT_FAILED",
        "PREFLIGHT, PREFLIGHT_FAILED",
        "CORDON, ROLLING_BACK",
        "DRAIN, ROLLING_BACK",
        "BACK_UP, ROLLING_BACK",
        "ARM, ROLLING_BACK",
        "APPLY, ROLLING_BACK",
        "VERIFY, ROLLING_BACK",
        "DISARM, ROLLING_BACK",
        "UNCORDON, DISARMED",
        "WATCH, UNCORDONED",
        "SOAK, ROLLING_BACK",
        "RESTORE, BROKEN"
    })
    void endsTheChangeWhereAStepFails(Step step, Phase after) {
        assertThat(NodeMachine.next(step.from(), new Event.Failed(step))).isEqualTo(after);
    }

    @ParameterizedTest
    @EnumSource
    void isRolledBackByTheTimerOnlyWhileItIsArmed(Phase phase) {
        boolean armed =
                List.of(Phase.ROLLBACK_ARMED, Phase.APPLIED, Phase.VERIFIED).contains(phase);
        assertThat(NodeMachine.next(phase, new Event.TimerFired())).isEqualTo(armed ? Phase.ROLLING_BACK : phase);
    }

    @ParameterizedTest
    @EnumSource
    void neverStartsAnewInTheMiddleOfAChange(Phase phase) {
        assertThat(NodeMachine.next(phase, new Event.Reconsider())).isEqualTo(phase.inFlight() ? phase : Phase.PENDING);
    }

    @ParameterizedTest
    @EnumSource
    void readsItsOwnName(Phase phase) {
        assertThat(Phase.parse(phase.value())).isEqualTo(phase);
        assertThat(Phase.parse("Nonsense")).isEqualTo(Phase.PENDING);
    }

    @Provide
    Arbitrary<List<Event>> histories() {
        return Arbitraries.of(EVENTS).list().ofMaxSize(200);
    }

    @Property(tries = 500)
    void isConfiguredOnlyAfterVerificationAndTakenOnlyAfterAGrant(@ForAll("histories") List<Event> events) {
        var phase = Phase.PENDING;
        boolean granted = false;
        boolean verified = false;
        boolean armed = false;
        for (Event event : events) {
            var next = NodeMachine.next(phase, event);
            if (next == Phase.PENDING) {
                granted = false;
                verified = false;
                armed = false;
            }
            granted |= next == Phase.GRANTED;
            verified |= next == Phase.VERIFIED;
            armed |= next == Phase.ROLLBACK_ARMED;
            if (next.inFlight()) {
                assertThat(granted).isTrue();
            }
            if (next == Phase.CONFIGURED) {
                assertThat(verified).isTrue();
            }
            if (next == Phase.APPLIED) {
                assertThat(armed).isTrue();
            }
            phase = next;
        }
    }

    @Property(tries = 300)
    void changesNothingWhenAnEventIsSeenTwice(@ForAll("histories") List<Event> events) {
        var once = Phase.PENDING;
        var twice = Phase.PENDING;
        for (Event event : events) {
            once = NodeMachine.next(once, event);
            twice = NodeMachine.next(NodeMachine.next(twice, event), event);
            assertThat(twice).isEqualTo(once);
        }
    }

    @ParameterizedTest
    @EnumSource
    void leadsOutOfEveryPhaseInFlight(Phase phase) {
        var end = phase;
        for (int steps = 0; end.inFlight() && steps < Step.values().length; steps++) {
            end = NodeMachine.next(end, new Event.Done(end.next().orElseThrow()));
        }
        assertThat(end.inFlight()).isFalse();
    }
}
