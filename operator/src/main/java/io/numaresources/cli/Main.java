package io.numaresources.cli;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

/**
 * Entry of the image: without arguments, or with {@code run}, the operator; else a command, for which nothing of the operator is started.
 */
@QuarkusMain
@Command(
        name = "kubectl numa",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "NUMA alignment of pods: why, what if, and how the nodes are.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done; the pod fits, nothing was found, nothing differs",
            "1:the answer is no: it fits nowhere, something was found, something differs",
            "2:the command line is not understood",
            "3:it could not be done, such as for want of a cluster or a right"
        },
        footer = {
            "",
            "Example: kubectl numa explain deploy web",
            "Without a command, or with run, the operator is started."
        },
        subcommands = {
            ExplainCommand.class,
            WhatIfCommand.class,
            TopCommand.class,
            ConsistencyCommand.class,
            StatusCommand.class,
            ValidateCommand.class,
            RenderCommand.class,
            DiffCommand.class,
            DetectCommand.class,
            MigrateCommand.class,
            ImagesCommand.class,
            MustGatherCommand.class,
            CompletionCommand.class,
            NodeCommand.class,
            ScorecardCommand.class,
            TrainCommand.class
        })
public final class Main {
    private static final List<String> OPERATOR = List.of("run");

    private Main() {}

    /** The version that the jar was built as. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            var version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"kubectl numa " + (version == null ? "dev" : version)};
        }
    }

    /** Exits with {@link Exit}. */
    public static void main(String... args) {
        if (args.length == 0 || List.of(args).equals(OPERATOR)) {
            Quarkus.run();
            return;
        }
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(120)
                .setUsageHelpLongOptionsMaxWidth(32)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Terminal.colours() ? Ansi.ON : Ansi.OFF))
                .setExecutionExceptionHandler((failure, command, result) -> {
                    var err = command.getErr();
                    err.println(command.getColorScheme().errorText("error: " + Failure.sentence(failure)));
                    err.flush();
                    return Exit.FAILED;
                });
    }
}
