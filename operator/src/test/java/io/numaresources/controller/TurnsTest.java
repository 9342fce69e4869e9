package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final Clock clock = Clock.systemUTC();
    private final Semaphore taken = new Semaphore(0);
    private Turns turns = new Turns("turns", clock, Duration.ZERO, taken::release);

    @AfterEach
    void stop() {
        turns.stop();
    }

    @Test
    void takesATurnThatIsDue() throws InterruptedException {
        turns.plan(clock.instant());

        assertThat(taken()).isTrue();
    }

    @Test
    void bringsForwardATurnThatIsPlannedForLater() throws InterruptedException {
        turns.plan(clock.instant().plus(LONG));
        turns.plan(clock.instant());

        assertThat(taken()).isTrue();
    }

    @Test
    void takesOneTurnForAllThatIsPlannedMeanwhile() throws InterruptedException {
        turns.stop();
        turns = new Turns("turns", clock, LONG, taken::release);
        turns.plan(clock.instant());
        assertThat(taken()).isTrue();

        turns.plan(clock.instant());
        turns.plan(clock.instant());

        assertThat(taken.tryAcquire(200, TimeUnit.MILLISECONDS)).isFalse();
    }

    @Test
    void aClockThatIsSetBackHoldsUpNoTurn() throws InterruptedException {
        var moved = new TickingClock();
        turns.stop();
        turns = new Turns("turns", moved, Duration.ofMillis(1), taken::release);
        turns.plan(moved.instant());
        assertThat(taken()).isTrue();

        moved.pass(LONG.negated());
        turns.plan(moved.instant());

        assertThat(taken()).isTrue();
    }

    @Test
    void plansNothingOnceItIsStopped() throws InterruptedException {
        turns.stop();
        turns.plan(clock.instant());

        assertThat(taken.tryAcquire(200, TimeUnit.MILLISECONDS)).isFalse();
    }

    private boolean taken() throws InterruptedException {
        return taken.tryAcquire(10, TimeUnit.SECONDS);
    }
}
