package io.numaresources.testbed.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final AtomicLong seconds = new AtomicLong();

    @Test
    void writesALineEvery30SecondsWithoutATerminal() {
        var step = progress(false).begin("Building etcd");
        for (var second = 1; second <= 65; second++) {
            seconds.set(second);
            step.tick();
        }
        step.done();

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "Building etcd ...",
                        "Building etcd ... 30 s",
                        "Building etcd ... 60 s",
                        "Building etcd done in 65 s");
    }

    @Test
    void updatesOneLineOnATerminal() {
        var step = progress(true).begin("Building etcd");
        seconds.set(1);
        step.tick();
        seconds.set(2);
        step.failed();

        assertThat(out.toString(StandardCharsets.UTF_8).strip())
                .isEqualTo("Building etcd ... 1 s\rBuilding etcd failed after 2 s");
    }

    private Progress progress(boolean terminal) {
        return new Progress(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                terminal,
                () -> Instant.ofEpochSecond(seconds.get()));
    }
}
