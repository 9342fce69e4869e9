package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StormNewsTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    private final StormNews news = new StormNews();

    /** However many pods are rejected: a turn a second for half an hour. */
    @Test
    void aStormIsToldWhenItBeginsAndEveryFiveMinutes() {
        int told = 0;
        for (int second = 0; second < 1800; second++) {
            told += news.turn(List.of(storm("api", second)), START.plusSeconds(second))
                    .tellings()
                    .size();
        }
        assertThat(told).isEqualTo(6);
    }

    @Test
    void theCountGoesOnWithTheSameFirstTime() {
        news.turn(List.of(storm("api", 10)), START);

        assertThat(news.turn(List.of(storm("api", 90)), START.plus(Duration.ofMinutes(5)))
                        .tellings())
                .singleElement()
                .satisfies(telling -> {
                    assertThat(telling.count()).isEqualTo(2);
                    assertThat(telling.first()).isEqualTo(START);
                    assertThat(telling.storm().pods()).isEqualTo(90);
                });
    }

    @Test
    void aThousandStormsAtOnceAreToldTenInATurn() {
        var storms =
                IntStream.range(0, 1000).mapToObj(i -> storm("api-" + i, 10)).toList();

        for (int turn = 0; turn < 100; turn++) {
            var told = news.turn(storms, START.plusSeconds(turn));
            assertThat(told.tellings()).hasSize(10);
            assertThat(told.more()).isEqualTo(turn < 99);
        }
        assertThat(news.turn(storms, START.plusSeconds(100)).tellings()).isEmpty();
    }

    @Test
    void aStormThatBeginsAnewIsToldAnew() {
        news.turn(List.of(storm("api", 10)), START);
        news.turn(List.of(), START.plusSeconds(1));

        assertThat(news.turn(List.of(storm("api", 10)), START.plusSeconds(2)).tellings())
                .singleElement()
                .extracting(StormNews.Telling::count)
                .isEqualTo(1);
    }

    @Test
    void aClockThatIsSetBackHoldsUpNothingForMoreThanFiveMinutes() {
        news.turn(List.of(storm("api", 10)), START);
        var back = START.minus(Duration.ofHours(1));

        assertThat(news.turn(List.of(storm("api", 20)), back).tellings()).isEmpty();
        assertThat(news.turn(List.of(storm("api", 30)), back.plus(Duration.ofMinutes(5)))
                        .tellings())
                .hasSize(1);
    }

    private static Storm storm(String owner, int pods) {
        var rejection = RejectionLedgerTest.rejection(owner, 1, "node-1", START);
        return new Storm(rejection.owner(), new TreeSet<>(List.of("hpc")), new TreeMap<>(), pods, rejection);
    }
}
