package io.numaresources.testbed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void explainsItself() {
        assertThat(run("up", "--help")).isZero();
        assertThat(out.toString()).contains("--nodes=SHAPE=COUNT", "--with-scheduler", "--output");
    }

    @Test
    void refusesWhatItDoesNotUnderstand() {
        assertThat(run("up", "--nodes=three")).isEqualTo(2);
        assertThat(err.toString()).contains("--nodes");
    }

    private int run(String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
