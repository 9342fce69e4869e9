package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "1000m, 1",
        "50m, 50m",
        "0.5, 500m",
        "1, 1",
        "1500m, 1500m",
        "1024Mi, 1Gi",
        "256Mi, 256Mi",
        "0.5Gi, 512Mi",
        "1000, 1k",
        "1024, 1024",
        "0, 0",
        "1000M, 1G",
        "1Ei, 1Ei"
    })
    void writesQuantitiesAsTheServerDoes(String given, String stored) {
        assertThat(CanonicalQuantity.of(new Quantity(given)).toString()).isEqualTo(stored);
    }

    @ParameterizedTest
    @CsvSource({"10s, 10000", "1m30s, 90000", "1.5h, 5400000", "500ms, 500"})
    void readsDurations(String text, long milliseconds) {
        assertThat(GoDuration.parse(text)).isEqualTo(Duration.ofMillis(milliseconds));
    }

    @Test
    void refusesWhatIsNoDuration() {
        assertThatThrownBy(() -> GoDuration.parse("ten")).hasMessageContaining("'ten'");
    }
}
