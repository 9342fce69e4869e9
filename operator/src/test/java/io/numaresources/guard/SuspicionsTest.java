package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.finding.FindingCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SuspicionsTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Suspicions suspicions = new Suspicions(PATIENCE);

    @Test
    void tellsWhatLasts() {
        suspicions.are(List.of(missing("a")), START);
        assertThat(suspicions.findings(START)).isEmpty();
        assertThat(suspicions.next(START)).contains(PATIENCE);

        var later = START.plus(PATIENCE);
        suspicions.are(List.of(missing("a")), later);

        assertThat(suspicions.findings(later)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("TopologyMissing");
            assertThat(finding.group()).isEqualTo("hpc");
            assertThat(finding.node()).isEqualTo("a");
            assertThat(finding.message()).isEqualTo("a: publishes nothing. " + FindingCode.TOPOLOGY_MISSING.remedy());
        });
        assertThat(suspicions.next(later)).isEqualTo(Optional.empty());
    }

    @Test
    void whatWasInterruptedStartsAnew() {
        suspicions.are(List.of(missing("a")), START);
        suspicions.are(List.of(), START.plusSeconds(60));
        suspicions.are(List.of(missing("a")), START.plusSeconds(61));

        assertThat(suspicions.findings(START.plus(PATIENCE))).isEmpty();
        assertThat(suspicions.findings(START.plusSeconds(61).plus(PATIENCE))).hasSize(1);
    }

    @Test
    void aClockThatIsSetBackStartsTheWaitAnew() {
        suspicions.are(List.of(missing("a")), START);
        var back = START.minus(Duration.ofHours(1));
        suspicions.are(List.of(missing("a")), back);

        assertThat(suspicions.next(back)).contains(PATIENCE);
        assertThat(suspicions.findings(back.plus(PATIENCE))).hasSize(1);
    }

    @Test
    void manyNodesAreOneFindingOfEachKindAndGroup() {
        var all = IntStream.range(0, 1000)
                .mapToObj(i -> new Suspicion(
                        FindingCode.TOPOLOGY_NOT_LIVE, i % 2 == 0 ? "hpc" : "gpu", "node-" + i, "way " + i % 10))
                .toList();
        suspicions.are(all, START);

        var findings = suspicions.findings(START.plus(PATIENCE));

        assertThat(findings).hasSize(2).allSatisfy(finding -> {
            assertThat(finding.node()).isNull();
            assertThat(finding.message())
                    .hasSizeLessThan(1000)
                    .contains("and 95 more nodes: way")
                    .contains("; and 200 more nodes.");
        });
    }

    private static Suspicion missing(String node) {
        return new Suspicion(FindingCode.TOPOLOGY_MISSING, "hpc", node, "publishes nothing");
    }
}
