package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefreshPeriodTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 10",
        "2, 2, 10",
        "500, 2, 10",
        "501, 2, 30",
        "1500, 2, 30",
        "1500, 0, 30",
        "1501, 2, 60",
        "500, 8, 60",
        "5000, 8, 60"
    })
    void growsWithNodesAndZonesInSteps(int nodes, int zones, int seconds) {
        var facts = new GroupFacts(Inputs.group("hpc", null), nodes, zones, Optional.empty(), Optional.empty(), false);

        assertThat(RefreshPeriod.seconds(List.of(facts))).isEqualTo(seconds);
    }
}
