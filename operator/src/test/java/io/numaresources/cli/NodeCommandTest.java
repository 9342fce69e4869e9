package io.numaresources.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.node.Units;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class NodeCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .execute(arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "units", "apply", "rollback"})
    void eachCommandShowsAnExample(String command) {
        assertThat(run("node", command, "--help")).isZero();
        assertThat(out.toString()).contains("Example:", "numa node " + command, "--host-root");
    }

    @Test
    void writesWhatIsKnownWithoutABus(@TempDir Path root) throws Exception {
        Files.createDirectories(root.resolve("run"));
        Files.writeString(root.resolve("run/reboot-required"), "");
        Path facts = root.resolve("units.json");
        assertThat(run("node", "units", "--host-root", root.toString(), "--facts", facts.toString()))
                .as(err.toString())
                .isZero();
        assertThat(Units.from(facts)).isEqualTo(new Units(false, true, Map.of()));
    }

    @Test
    void saysInOneLineWhatIsMissing() {
        assertThat(run("node", "apply", "--kubelet-version=v1.34.4")).isEqualTo(CommandLine.ExitCode.SOFTWARE);
        assertThat(err.toString()).startsWith("error: --node is missing").hasLineCount(1);
    }

    @Test
    void readsSecondsWithAndWithoutTheirUnit() {
        var seconds = new NodeCommand.Seconds();
        assertThat(seconds.convert("150s")).isEqualTo(Duration.ofSeconds(150));
        assertThat(seconds.convert("90")).isEqualTo(Duration.ofSeconds(90));
    }
}
