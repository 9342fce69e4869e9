package io.numaresources.testbed.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.testbed.binaries.RepositoryRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrawingTest {
    @ParameterizedTest
    @CsvSource({
        "1, bool_yes_no, Yes",
        "0, bool_yes_no, No",
        "0.125, percentunit, 12.5 %",
        "8589934592, bytes, 8 GiB",
        "0.0123, s, 12.3 ms",
        "61.5, s, 61.5 s",
        "100, none, 100",
        "0.2, reqps, 0.2 /s"
    })
    void writesNumbersWithTheirUnits(double value, String unit, String text) {
        assertThat(Drawing.number(value, unit)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, none, 1",
        "5, none, 6",
        "10, none, 10",
        "11, none, 12",
        "0.3, percentunit, 0.5",
        "1025, bytes, 1228.8"
    })
    void putsTheTopOfAnAxisALittleAboveTheGreatestNumber(double most, String unit, double top) {
        assertThat(Drawing.ceiling(most, unit)).isEqualTo(top);
    }

    @Test
    void readsEveryPanelOfTheDashboard() {
        var panels = Panel.read(RepositoryRoot.find().resolve("config/prometheus/dashboard.json"));

        assertThat(panels)
                .filteredOn(panel -> !panel.type().equals("row"))
                .hasSizeGreaterThan(20)
                .allSatisfy(panel -> {
                    assertThat(panel.targets())
                            .isNotEmpty()
                            .noneMatch(target -> target.expression().contains("$"));
                    assertThat(panel.place().width()).isPositive();
                });
    }
}
