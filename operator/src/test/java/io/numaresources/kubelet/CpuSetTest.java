package io.numaresources.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSetTest {
    @ParameterizedTest
    @CsvSource({"'0-3,8', '0-3,8'", "'3,1,2', '1-3'", "'', ''", "'7', '7'", "' 0-1 ', '0-1'", "'0,32,33', '0,32-33'"})
    void writesTheShortestList(String given, String written) {
        assertThat(CpuSet.parse(given)).hasToString(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "1-", "3-1", "1,,2", "-1", "0x1", "1 2"})
    void refusesWhatTheKernelWouldNotWrite(String text) {
        assertThatThrownBy(() -> CpuSet.parse(text)).hasMessageContaining("not a CPU set");
    }

    @Property(tries = 200)
    void readsWhatItWrote(@ForAll Set<@IntRange(max = 300) Integer> cpus) {
        var set = new CpuSet(new TreeSet<>(cpus));
        assertThat(CpuSet.parse(set.toString())).isEqualTo(set);
    }
}
