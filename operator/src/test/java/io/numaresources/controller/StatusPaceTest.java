package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import io.numaresources.finding.FindingCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusPaceTest {
    private final TickingClock clock = new TickingClock();
    private final StatusPace pace = new StatusPace(new KubernetesSerialization(), clock);

    @Test
    void writesTheFirstStatusAtOnce() {
        assertThat(pace.waitBefore(null, status(1, "False"))).isEmpty();
    }

    @Test
    void writesNothingThatIsStoredAlready() {
        assertThat(pace.waitBefore(status(1, "True"), status(1, "True"))).contains(Duration.ZERO);
        assertThat(pace.same(status(1, "True"), status(1, "True"))).isTrue();
        assertThat(pace.same(null, status(1, "True"))).isFalse();
    }

    @Test
    void writesNumbersFiveSecondsAfterTheWriteBefore() {
        pace.waitBefore(null, status(1, "True"));
        clock.pass(Duration.ofSeconds(2));

        assertThat(pace.waitBefore(status(1, "True"), status(2, "True")))
                .hasValueSatisfying(wait -> assertThat(wait).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(4)));
        clock.pass(Duration.ofSeconds(3));
        assertThat(pace.waitBefore(status(1, "True"), status(2, "True"))).isEmpty();
    }

    @Test
    void writesNumbersThatGoOnChangingEveryTenSeconds() {
        pace.waitBefore(null, status(1, "True"));
        clock.pass(Duration.ofSeconds(5));
        pace.waitBefore(status(1, "True"), status(2, "True"));

        clock.pass(Duration.ofSeconds(5));
        assertThat(pace.waitBefore(status(2, "True"), status(3, "True")))
                .hasValueSatisfying(wait -> assertThat(wait).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6)));
        clock.pass(Duration.ofSeconds(5));
        assertThat(pace.waitBefore(status(2, "True"), status(3, "True"))).isEmpty();
    }

    @Test
    void numbersThatRestedAreWrittenAfterFiveSecondsAgain() {
        pace.waitBefore(null, status(1, "True"));
        clock.pass(Duration.ofSeconds(5));
        pace.waitBefore(status(1, "True"), status(2, "True"));
        clock.pass(Duration.ofMinutes(1));
        pace.waitBefore(status(2, "True"), status(3, "True"));

        clock.pass(Duration.ofSeconds(5));
        assertThat(pace.waitBefore(status(3, "True"), status(4, "True"))).isEmpty();
    }

    @Test
    void writesAConditionThatTurnsAtOnce() {
        pace.waitBefore(null, status(1, "False"));

        assertThat(pace.waitBefore(status(1, "False"), status(1, "True"))).isEqualTo(Optional.empty());
    }

    @Test
    void writesAFindingOfANewCodeAtOnce() {
        pace.waitBefore(null, status(1, "True"));

        var one = status(1, "True", FindingCode.REJECTION_STORM.finding("hpc", "of one"));
        assertThat(pace.waitBefore(status(1, "True"), one)).isEmpty();
        var another = status(1, "True", FindingCode.REJECTION_STORM.finding("hpc", "of another"));
        assertThat(pace.waitBefore(one, another))
                .hasValueSatisfying(wait -> assertThat(wait).isPositive());
    }

    @Test
    void aWriteThatIsNotDueStartsNoNewWait() {
        pace.waitBefore(null, status(1, "True"));
        clock.pass(Duration.ofSeconds(4));
        pace.waitBefore(status(1, "True"), status(2, "True"));
        clock.pass(Duration.ofSeconds(1));

        assertThat(pace.waitBefore(status(1, "True"), status(3, "True"))).isEmpty();
    }

    @Test
    void aClockThatIsSetBackHoldsUpNumbersForFiveSecondsAtMost() {
        pace.waitBefore(null, status(1, "True"));
        clock.pass(Duration.ofHours(-1));

        assertThat(pace.waitBefore(status(1, "True"), status(2, "True")))
                .hasValueSatisfying(wait -> assertThat(wait).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6)));
        clock.pass(Duration.ofSeconds(5));
        assertThat(pace.waitBefore(status(1, "True"), status(2, "True"))).isEmpty();
    }

    private static NUMAResourcesOperatorStatus status(int nodes, String ready, Finding... findings) {
        var condition = new ConditionBuilder()
                .withType("Ready")
                .withStatus(ready)
                .withReason("AsExpected")
                .withMessage(nodes + " nodes")
                .withObservedGeneration(1L)
                .build();
        return new NUMAResourcesOperatorStatus(
                1L, List.of(condition), 1, nodes, 0, List.of(), null, null, null, List.of(findings), null, List.of());
    }
}
