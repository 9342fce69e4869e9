package io.numaresources.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What is used of each zone. */
@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        description =
                "What pods hold of each NUMA zone, as the nodes publish it; in colour on a terminal, unless NO_COLOR is set.",
        footer = {"", "Examples: kubectl numa top", "          kubectl numa top node-3 -o wide"})
final class TopCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private OutputOption output;

    @Parameters(arity = "0..*", paramLabel = "NODE", description = "Nodes; default: all.")
    private List<String> named = List.of();

    @Override
    public Integer call() throws IOException {
        try (var client = cluster.connect()) {
            var snapshot = Snapshot.of(client);
            var candidates = snapshot.candidates().stream()
                    .filter(candidate -> named.isEmpty() || named.contains(candidate.name()))
                    .toList();
            for (String name : named) {
                if (candidates.stream().noneMatch(candidate -> candidate.name().equals(name))) {
                    throw new Failure("there is no node " + name + ": kubectl get nodes lists them");
                }
            }
            var report = new TopReport(candidates, snapshot.groups());
            spec.commandLine()
                    .getOut()
                    .print(report.print(
                            output.format, spec.commandLine().getColorScheme().ansi()));
            spec.commandLine().getOut().flush();
            return Exit.YES;
        }
    }
}
