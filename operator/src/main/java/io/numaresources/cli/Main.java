package io.numaresources.cli;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Entry of the image: without arguments, or with {@code run}, the operator; else a command, for which nothing of the operator is started.
 */
@QuarkusMain
@Command(
        name = "numa",
        mixinStandardHelpOptions = true,
        description = "NUMA alignment of pods: why, what if, and how the nodes are.",
        footer = "Without a command, or with run, the operator is started.",
        subcommands = {NodeCommand.class})
public final class Main {
    private static final List<String> OPERATOR = List.of("run");

    private Main() {}

    /** Exits with 0 after success, 1 after a failure, 2 for a command line that is not understood. */
    public static void main(String... args) {
        if (args.length == 0 || List.of(args).equals(OPERATOR)) {
            Quarkus.run();
            return;
        }
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setExecutionExceptionHandler((failure, command, result) -> {
            var err = command.getErr();
            err.println(command.getColorScheme().errorText("error: " + failure.getMessage()));
            err.flush();
            return CommandLine.ExitCode.SOFTWARE;
        });
    }
}
