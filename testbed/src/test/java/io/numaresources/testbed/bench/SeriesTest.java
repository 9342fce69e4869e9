package io.numaresources.testbed.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesTest {

    @Test
    void medianIsTheMiddleOrTheMeanOfTheTwoMiddleValues() {
        assertThat(Series.of(3, 1, 2).median()).isEqualTo(2);
        assertThat(Series.of(4, 1, 2, 3).median()).isEqualTo(2.5);
    }

    @Test
    void ninetyFiveOfAHundredValuesAreNotAboveThe95thPercentile() {
        assertThat(Series.of(IntStream.rangeClosed(1, 100).asDoubleStream().toArray())
                        .p95())
                .isEqualTo(95);
        assertThat(Series.of(1, 9).p95()).isEqualTo(9);
    }

    @Test
    void refusesNoValues() {
        assertThatThrownBy(() -> new Series(List.of())).hasMessageContaining("at least one");
    }
}
