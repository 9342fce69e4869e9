package io.numaresources.testbed.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScreenTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void writesPlainLinesWhereThereIsNoTerminal() {
        var screen = screen(new TerminalSink(out, false, false));

        screen.chapter("Start");
        screen.await("step", Duration.ofSeconds(1), () -> new Screen.State(true, "done"));

        assertThat(text().lines()).first().isEqualTo("");
        assertThat(text()).contains("1. Start", " ✓ step: done").doesNotContain("\u001b", "\r");
    }

    @Test
    void keepsTo80Columns() {
        var screen = screen(new TerminalSink(out, false, false));

        screen.say("word ".repeat(60));
        screen.await("x".repeat(100), Duration.ofSeconds(1), () -> new Screen.State(true, "y".repeat(100)));

        assertThat(text().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void usesColoursOnATerminalOnly() {
        screen(new TerminalSink(out, true, true)).line(Style.RED.of("red"));

        assertThat(text()).contains("\u001b[31mred\u001b[0m");
    }

    @Test
    void recordsAnAsciicastAPictureAndText(@TempDir Path folder) throws IOException {
        var recording = new Recording(InstantSource.system());
        screen(recording).line(Style.GREEN.of("<ok>"));

        for (var name : List.of("a.cast", "a.svg", "a.txt")) {
            recording.write(folder.resolve(name));
        }

        assertThat(folder.resolve("a.cast")).content().startsWith("{").contains("\"version\":2", ",\"o\",\"");
        assertThat(folder.resolve("a.svg")).content().contains("<tspan class=\"s32\">&lt;ok&gt;</tspan>");
        assertThat(Files.readString(folder.resolve("a.txt"))).isEqualTo("<ok>\n");
    }

    private static Screen screen(Sink sink) {
        return new Screen(List.of(sink), InstantSource.system());
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
