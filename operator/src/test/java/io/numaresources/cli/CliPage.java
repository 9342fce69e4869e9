package io.numaresources.cli;

import io.numaresources.cli.validate.Check;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** docs/cli.md: the help of every command, by the parser itself. */
final class CliPage {
    private CliPage() {}

    static String text() {
        var root = Main.commandLine();
        var page = new StringBuilder("""
                # kubectl numa

                Generated from the commands; the tests of the operator with `-Ddocs.update=true` write it.

                `kubectl numa` answers why pods are, or aren't, aligned, and shows how the nodes are. It is the operator's jar with a
                launcher, `bin/kubectl-numa`; put that folder into `PATH`, and kubectl finds it. It needs a Java 25 runtime
                (`JAVA_HOME`, or `java` in `PATH`) and `make build`, which also makes the cache that shortens its start. It reads the cluster with your own
                rights, changes nothing, and what it says of a kubelet is a prediction: [explain.md](explain.md) tells how it is made.

                """);
        section(page, "kubectl numa", root);
        for (CommandLine command : visible(root)) {
            section(page, command.getCommandSpec().qualifiedName(), command);
            if (command.getCommandSpec().userObject() instanceof ValidateCommand) {
                checks(page);
            }
            for (CommandLine nested : visible(command)) {
                section(page, nested.getCommandSpec().qualifiedName(), nested);
            }
        }
        return page.toString().stripTrailing() + "\n";
    }

    private static void checks(StringBuilder page) {
        page.append("""
                Every check, with its id, and what `deployer validate` calls the same. Groups with a `kubelet` block are judged by it, everything else by the strictest
                policies. P01 to P19, and what they find, are in [kubelet.md](kubelet.md); findings of V04 in [findings.md](findings.md).

                | id | holds | deployer |
                |---|---|---|
                """);
        for (Check check : Check.values()) {
            page.append("| %s | %s | %s |%n"
                    .formatted(check == Check.P ? "P01–P19" : check, check.title(), check.deployer()));
        }
        page.append('\n');
    }

    private static List<CommandLine> visible(CommandLine command) {
        var visible = new ArrayList<>(command.getSubcommands().values());
        visible.removeIf(nested -> nested.getCommandSpec().usageMessage().hidden());
        return visible;
    }

    private static void section(StringBuilder page, String title, CommandLine command) {
        page.append("## ").append(title).append("\n\n```\n");
        command.getUsageMessage(CommandLine.Help.Ansi.OFF)
                .lines()
                .forEach(line -> page.append(line.stripTrailing()).append('\n'));
        page.append("```\n\n");
    }
}
