package io.numaresources.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "1Gi, 1073741824",
        "1024Mi, 1073741824",
        "0.5Gi, 536870912",
        "1e3, 1000",
        "1E, 1000000000000000000",
        "100M, 100000000",
        "1500m, 2",
        "12345, 12345"
    })
    void countsBytesRoundedUp(String text, long bytes) {
        assertThat(Quantity.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"500m, 1", "1, 1", "1001m, 2", "0, 0", "2.5, 3"})
    void roundsCpusUpAsTheStaticPolicyDoes(String text, int cpus) {
        assertThat(Quantity.parse(text).wholeCpus()).isEqualTo(cpus);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5%", "", "1 Gi", "Gi", "1gi", "1.2.3"})
    void refusesWhatIsNoQuantity(String text) {
        assertThatThrownBy(() -> Quantity.parse(text)).hasMessageContaining("not a quantity");
    }

    @Property(tries = 300)
    void readsWhatItWrote(@ForAll @LongRange(min = 0, max = 1L << 50) long amount) {
        assertThat(Quantity.parse(Quantity.ofBytes(amount).toString())).isEqualTo(Quantity.ofBytes(amount));
        assertThat(Quantity.parse(amount + "m"))
                .isEqualTo(Quantity.parse(Quantity.parse(amount + "m").toString()));
    }

    @ParameterizedTest
    @CsvSource({"10s, 10s", "1m30s, 90s", "1m0s, 60s", "1.5h, 5400s", "500ms, 500ms", "0, 0s", "1us, 1000ns"})
    void readsDurationsAsGoDoes(String text, String written) {
        Duration duration = GoText.duration(text);
        assertThat(GoText.of(duration)).isEqualTo(written);
        assertThat(GoText.duration(written)).isEqualTo(duration);
    }
}
