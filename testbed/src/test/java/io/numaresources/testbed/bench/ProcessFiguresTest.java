package io.numaresources.testbed.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessFiguresTest {

    @Test
    void readsTheFiguresOfThisProcess() {
        var own = new ProcessFigures(ProcessHandle.current().pid());

        assertThat(own.residentMebibytes()).isBetween(20.0, 4000.0);
        assertThat(own.anonymousMebibytes()).isLessThan(own.residentMebibytes());
        assertThat(own.cpuSeconds()).isPositive();
        assertThat(own.cpuByThread().values().stream()
                        .mapToDouble(seconds -> seconds)
                        .sum())
                .isPositive();
    }

    @Test
    void readsWhatTheJvmSaysOfItsMemory() {
        var summary = """
                Native Memory Tracking:
                Total: reserved=500000KB, committed=170000KB
                -                 Java Heap (reserved=98304KB, committed=16384KB)
                                            (mmap: reserved=98304KB, committed=16384KB, at peak)
                -                     Class (reserved=132000KB, committed=2048KB)
                -                    Tracing (reserved=32KB, committed=32KB)
                """;

        assertThat(NativeMemory.parse(summary)).isEqualTo(Map.of("Java Heap", 16.0, "Class", 2.0));
    }
}
