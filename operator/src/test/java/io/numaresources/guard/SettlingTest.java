package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettlingTest {
    private static final Instant START = Instant.parse("2026-12-01T12:00:00Z");
    private static final Set<String> NONE = Set.of();
    private static final Set<String> A = Set.of("a");

    private final Settling settling = new Settling(Duration.ofSeconds(60), Duration.ofSeconds(20));

    @Test
    void aReasonThatLastsMarks() {
        assertThat(settling.settled(A, NONE, START)).isEmpty();
        assertThat(settling.next(NONE, START)).contains(Duration.ofSeconds(60));
        assertThat(settling.settled(A, NONE, START.plusSeconds(59))).isEmpty();
        assertThat(settling.settled(A, NONE, START.plusSeconds(60))).containsExactly("a");
    }

    @Test
    void aReasonThatFlickersMarksNothing() {
        settling.settled(A, NONE, START);
        settling.settled(NONE, NONE, START.plusSeconds(30));

        assertThat(settling.settled(A, NONE, START.plusSeconds(60))).isEmpty();
        assertThat(settling.settled(A, NONE, START.plusSeconds(119))).isEmpty();
    }

    @Test
    void aMarkStaysUntilItsReasonHasBeenAwayForAWhile() {
        assertThat(settling.settled(NONE, A, START)).containsExactly("a");
        assertThat(settling.next(A, START)).contains(Duration.ofSeconds(20));
        assertThat(settling.settled(A, A, START.plusSeconds(10))).containsExactly("a");
        assertThat(settling.settled(NONE, A, START.plusSeconds(20))).containsExactly("a");
        assertThat(settling.settled(NONE, A, START.plusSeconds(40))).isEmpty();
    }

    /** A process that has just begun finds the mark and the reason, and waits for nothing. */
    @Test
    void whatIsMarkedAlreadyStays() {
        assertThat(settling.settled(A, A, START)).containsExactly("a");
        assertThat(settling.next(A, START)).isEmpty();
    }

    @Test
    void aClockThatIsSetBackStartsTheWaitAnew() {
        settling.settled(A, NONE, START);
        var back = START.minus(Duration.ofHours(1));

        assertThat(settling.settled(A, NONE, back)).isEmpty();
        assertThat(settling.settled(A, NONE, back.plusSeconds(60))).containsExactly("a");
    }
}
