package io.numaresources.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MomentTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration WAIT = Duration.ofMinutes(5);

    @Test
    void aWaitGetsShorterAndEnds() {
        var moment = Moment.of(NOON);

        assertThat(moment.left(WAIT, NOON)).isEqualTo(WAIT);
        assertThat(moment.left(WAIT, NOON.plusSeconds(60))).isEqualTo(Duration.ofMinutes(4));
        assertThat(moment.end(WAIT, NOON.plusSeconds(60))).isEqualTo(NOON.plus(WAIT));
        assertThat(moment.over(WAIT, NOON.plus(WAIT).minusMillis(1))).isFalse();
        assertThat(moment.over(WAIT, NOON.plus(WAIT))).isTrue();
        assertThat(moment.left(WAIT, NOON.plusSeconds(3600))).isZero();
        assertThat(moment.end(WAIT, NOON.plusSeconds(3600))).isEqualTo(NOON.plusSeconds(3600));
    }

    @Test
    void everyWaitSinceLongAgoIsOver() {
        assertThat(Moment.longAgo().over(Duration.ofDays(365), NOON)).isTrue();
    }

    @Test
    void aClockThatIsSetBackStartsTheWaitAnewOnce() {
        var moment = Moment.of(NOON);
        var back = NOON.minusSeconds(3600);

        assertThat(moment.left(WAIT, back)).isEqualTo(WAIT);
        assertThat(moment.left(WAIT, back.plusSeconds(60))).isEqualTo(Duration.ofMinutes(4));
        assertThat(moment.over(WAIT, back.plus(WAIT))).isTrue();
    }

    @Test
    void aClockThatIsSetBackAndRightAgainMakesNoWaitLonger() {
        var moment = Moment.of(NOON);
        moment.seen(NOON.minusSeconds(3600));

        assertThat(moment.over(WAIT, NOON)).isTrue();
    }

    /** Whatever the clock does between the looks: from the last time it was set back on, no wait takes longer than it should. */
    @Property
    void nobodyWaitsLongerThanTheWaitAfterAClockWasSetBack(
            @ForAll @IntRange(min = -100_000, max = 100_000) int jump,
            @ForAll @IntRange(min = 0, max = 10_000) int wait) {
        var moment = Moment.of(NOON);
        var after = NOON.plusSeconds(jump);

        assertThat(moment.left(Duration.ofSeconds(wait), after)).isBetween(Duration.ZERO, Duration.ofSeconds(wait));
        assertThat(moment.over(Duration.ofSeconds(wait), after.plusSeconds(wait)))
                .isTrue();
    }
}
