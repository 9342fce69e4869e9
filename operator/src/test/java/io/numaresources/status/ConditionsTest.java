package io.numaresources.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.numaresources.api.v1alpha1.ConditionType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {
    private static final Instant LATER = Seen.NOON.plus(Duration.ofHours(1));

    @Test
    void keepsTheTimeWhileTheStatusStays() {
        var first = dated(true, "AsExpected", "fine", List.of(), 1, Seen.NOON);
        var second = dated(true, "StillFine", "fine, for another reason", List.of(first), 2, LATER);

        assertThat(second.getLastTransitionTime()).isEqualTo("2026-11-30T12:00:00Z");
        assertThat(second.getReason()).isEqualTo("StillFine");
        assertThat(second.getObservedGeneration()).isEqualTo(2);
    }

    @Test
    void movesTheTimeWhenTheStatusTurns() {
        var first = dated(true, "AsExpected", "fine", List.of(), 1, Seen.NOON);
        var second = dated(false, "Broken", "not fine", List.of(first), 1, LATER);

        assertThat(second.getStatus()).isEqualTo("False");
        assertThat(second.getLastTransitionTime()).isEqualTo("2026-11-30T13:00:00Z");
    }

    @Test
    void takesNoTimeFromAnotherType() {
        var ready = dated(true, "AsExpected", "fine", List.of(), 1, Seen.NOON);
        var other = Conditions.dated(
                        List.of(new Verdict(ConditionType.DEGRADED, true, "Broken", "x")),
                        List.of(ready),
                        1,
                        Seen.at(LATER))
                .getFirst();

        assertThat(other.getLastTransitionTime()).isEqualTo("2026-11-30T13:00:00Z");
    }

    @Test
    void tellsWholeSeconds() {
        assertThat(dated(true, "A", "x", List.of(), 1, Seen.NOON.plusMillis(1)).getLastTransitionTime())
                .isEqualTo("2026-11-30T12:00:00Z");
    }

    @Test
    void cutsLongMessages() {
        assertThat(dated(true, "A", "x".repeat(1024), List.of(), 1, Seen.NOON).getMessage())
                .isEqualTo("x".repeat(1024));
        assertThat(dated(true, "A", "x".repeat(1025), List.of(), 1, Seen.NOON).getMessage())
                .isEqualTo("x".repeat(1023) + "…");
    }

    private static Condition dated(
            boolean holds, String reason, String message, List<Condition> previous, long generation, Instant now) {
        return Conditions.dated(
                        List.of(new Verdict(ConditionType.READY, holds, reason, message)),
                        previous,
                        generation,
                        Seen.at(now))
                .getFirst();
    }
}
