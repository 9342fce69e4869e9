package io.numaresources.cli;

import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Completion scripts of shells. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "A script that completes commands and options of kubectl-numa in a shell.",
        footer = {
            "",
            "Examples: source <(kubectl numa completion bash)",
            "          source <(kubectl numa completion zsh)",
            "          kubectl numa completion fish > ~/.config/fish/completions/kubectl-numa.fish"
        })
final class CompletionCommand implements Callable<Integer> {
    private static final String PROGRAM = "kubectl-numa";

    /** Shells. */
    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell;

    @Override
    public Integer call() {
        var root = Main.commandLine().getCommandSpec();
        spec.commandLine()
                .getOut()
                .print(
                        switch (shell) {
                            // the script itself turns on zsh's bash completion
                            case BASH, ZSH -> AutoComplete.bash(PROGRAM, root.commandLine());
                            case FISH -> fish(root);
                        });
        spec.commandLine().getOut().flush();
        return Exit.YES;
    }

    private static String fish(CommandSpec root) {
        var text = new StringBuilder("complete -c " + PROGRAM + " -f\n");
        root.subcommands().forEach((name, command) -> {
            if (command.getCommandSpec().usageMessage().hidden()) {
                return;
            }
            text.append("complete -c %s -n __fish_use_subcommand -a %s -d '%s'%n"
                    .formatted(
                            PROGRAM,
                            name,
                            quoted(command.getCommandSpec().usageMessage().description())));
            for (OptionSpec option : command.getCommandSpec().options()) {
                text.append(option(name, option));
            }
        });
        return text.toString();
    }

    private static String option(String command, OptionSpec option) {
        var text = new StringBuilder("complete -c " + PROGRAM + " -n '__fish_seen_subcommand_from " + command + "'");
        Arrays.stream(option.names())
                .sorted()
                .forEach(name ->
                        text.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", "")));
        if (option.arity().max() > 0) {
            text.append("FILE".equals(option.paramLabel()) ? " -r -F" : " -r");
        }
        return text.append(" -d '")
                .append(quoted(option.description()))
                .append("'\n")
                .toString();
    }

    /** The first sentence. */
    private static String quoted(String[] description) {
        return description.length == 0 ? "" : description[0].split("(?<=[.:]) ")[0].replace("'", "");
    }
}
