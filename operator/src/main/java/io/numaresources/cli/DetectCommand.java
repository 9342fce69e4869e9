package io.numaresources.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What this cluster is. */
@Command(
        name = "detect",
        mixinStandardHelpOptions = true,
        description = "What this cluster is: platform, distribution, versions, and what of NUMA is there.",
        footer = {"", "Example: kubectl numa detect -o json"})
final class DetectCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() throws IOException {
        try (var client = cluster.connect()) {
            var detected = Detected.in(client);
            spec.commandLine().getOut().print(output.format.machine() ? output.format.of(detected) : detected.text());
            spec.commandLine().getOut().flush();
            return Exit.YES;
        }
    }
}
