package io.numaresources.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MainTest {
    @TempDir
    Path folder;

    static Stream<String> commands() {
        return Main.commandLine().getSubcommands().entrySet().stream()
                .filter(command ->
                        !command.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelpWithAnExample(String command) {
        var help = Command.run(command, "--help");

        assertThat(help.exit()).isZero();
        assertThat(help.out())
                .startsWith("Usage: kubectl numa " + command)
                .containsPattern("Examples?: +(source <\\()?kubectl numa " + command);
    }

    @Test
    void exitCodesAreInTheHelp() {
        assertThat(Command.run("--help").out()).contains("Exit codes:").contains("3   it could not be done");
    }

    @Test
    void anUnknownOptionIsNotUnderstood() {
        var command = Command.run("top", "--no-such-option");

        assertThat(command.exit()).isEqualTo(2);
        assertThat(command.err()).contains("--no-such-option");
    }

    @Test
    void complainsInOneSentence() throws Exception {
        var missing = folder.resolve("missing.yaml");
        assertFailure(
                "there is no file " + missing + ": correct the path",
                "render",
                "-f",
                missing.toString(),
                "--server-version",
                "1.34");
        var empty = Files.writeString(folder.resolve("empty.yaml"), "# nothing\n");
        assertFailure(
                "-f " + empty + " has 0 NUMAResourcesOperators: give a file with one",
                "render",
                "-f",
                empty.toString(),
                "--server-version",
                "1.34");
        assertFailure(
                "--server-version new is no version of Kubernetes: use something like 1.34",
                "images",
                "--server-version",
                "new");
        assertFailure(
                "--kubeconfig " + missing + " can't be read: name a file that exists",
                "top",
                "--kubeconfig",
                missing.toString());
        var broken = Files.writeString(folder.resolve("broken.yaml"), "kind: [");
        assertThat(Command.run("what-if", "-f", broken.toString()).err())
                .startsWith("error: -f " + broken + " can't be read: ");
    }

    @Test
    void saysThatAServerCanNotBeReached() throws Exception {
        var kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: gone, cluster: {server: "http://127.0.0.1:1"}}]
                contexts: [{name: gone, context: {cluster: gone, user: me}}]
                users: [{name: me, user: {token: none}}]
                current-context: gone
                """);
        var command = Command.run("detect", "--kubeconfig", kubeconfig.toString());

        assertThat(command.exit()).isEqualTo(Exit.FAILED);
        assertThat(command.err())
                .startsWith("error: the API server can't be reached (")
                .endsWith("): check --kubeconfig and --context\n");
        assertFailure(
                "--context other is not in the kubeconfig: kubectl config get-contexts lists what is",
                "detect",
                "--kubeconfig",
                kubeconfig.toString(),
                "--context",
                "other");
    }

    private static void assertFailure(String sentence, String... arguments) {
        var command = Command.run(arguments);
        assertThat(command.err()).isEqualTo("error: " + sentence + "\n");
        assertThat(command.exit()).isEqualTo(Exit.FAILED);
        assertThat(command.out()).isEmpty();
    }
}
