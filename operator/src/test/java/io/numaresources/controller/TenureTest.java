package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TenureTest {
    private static final Duration LENGTH = Duration.ofSeconds(23);

    private final TickingClock wall = new TickingClock();
    private long nanos = 5_000_000_000L;
    private final Tenure tenure = new Tenure(LENGTH, wall, () -> nanos);

    @Test
    void nothingIsWrittenBeforeTheLeaseIsHeld() {
        assertThat(tenure.refusal()).contains("this process does not hold the lease");
    }

    @Test
    void aRenewalIsGoodForItsTime() {
        tenure.renewed(wall.instant());
        pass(LENGTH.minusMillis(1));
        assertThat(tenure.refusal()).isEmpty();

        pass(Duration.ofMillis(1));

        assertThat(tenure.refusal()).contains("the lease was renewed 23 s ago, which is good for 23 s");
    }

    @Test
    void eachRenewalIsGoodForThatTimeAgain() {
        for (int i = 0; i < 10; i++) {
            tenure.renewed(wall.instant());
            pass(Duration.ofSeconds(20));
            assertThat(tenure.refusal()).isEmpty();
        }
    }

    /** The others count from the time in the lease, which was taken before the request. */
    @Test
    void aRenewalThatTookAWhileIsGoodForLess() {
        var asked = wall.instant();
        pass(Duration.ofSeconds(20));
        tenure.renewed(asked);
        wall.pass(Duration.ofHours(-1));
        assertThat(tenure.refusal()).isEmpty();

        pass(Duration.ofSeconds(3));

        assertThat(tenure.refusal()).isPresent();
    }

    @Test
    void aClockThatIsSetBackMakesItNoLonger() {
        tenure.renewed(wall.instant());
        wall.pass(Duration.ofHours(-1));
        assertThat(tenure.refusal()).isEmpty();

        pass(LENGTH);

        assertThat(tenure.refusal()).isPresent();
    }

    /** The other clock stands still meanwhile. */
    @Test
    void aMachineThatWasSuspendedWritesNothing() {
        tenure.renewed(wall.instant());

        wall.pass(Duration.ofMinutes(5));

        assertThat(tenure.refusal()).isPresent();
    }

    @Test
    void nothingIsWrittenOnceTheLeaseIsGivenUp() {
        tenure.renewed(wall.instant());

        tenure.end();

        assertThat(tenure.refusal()).isPresent();
    }

    private void pass(Duration time) {
        wall.pass(time);
        nanos += time.toNanos();
    }
}
