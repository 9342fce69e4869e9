package io.numaresources.cli;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
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
        })
public final class Main {
    private static final List<String> OPERATOR = List.of("run");
    private static final Map<String, Supplier<Object>> COMMANDS = commands();

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
        System.exit(commandLine(args).execute(args));
    }

    /** In the order of the help. */
    private static Map<String, Supplier<Object>> commands() {
        var commands = new LinkedHashMap<String, Supplier<Object>>();
        commands.put("explain", ExplainCommand::new);
        commands.put("what-if", WhatIfCommand::new);
        commands.put("top", TopCommand::new);
        commands.put("consistency", ConsistencyCommand::new);
        commands.put("status", StatusCommand::new);
        commands.put("validate", ValidateCommand::new);
        commands.put("render", RenderCommand::new);
        commands.put("diff", DiffCommand::new);
        commands.put("detect", DetectCommand::new);
        commands.put("migrate", MigrateCommand::new);
        commands.put("images", ImagesCommand::new);
        commands.put("must-gather", MustGatherCommand::new);
        commands.put("completion", CompletionCommand::new);
        commands.put("node", NodeCommand::new);
        commands.put("scorecard", ScorecardCommand::new);
        commands.put("train", TrainCommand::new);
        return commands;
    }

    /** The parser for some arguments. The command that they begin with is the only one it knows, since reading all of them takes longer than most run. */
    static CommandLine commandLine(String... args) {
        var root = new CommandLine(new Main());
        var asked = args.length == 0 ? null : COMMANDS.get(args[0]);
        if (asked == null) {
            COMMANDS.forEach((name, command) -> root.addSubcommand(name, command.get()));
        } else {
            root.addSubcommand(args[0], asked.get());
        }
        return root.setCaseInsensitiveEnumValuesAllowed(true)
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
