package io.numaresources.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Everything for a bug report. */
@Command(
        name = "must-gather",
        mixinStandardHelpOptions = true,
        description = {
            "An archive with everything for a bug report: the resources and operands, nodes, topologies, events, logs, and what validate finds.",
            "Secrets are not read. Values of environment variables, addresses, machine ids, arguments of your own pods, and what looks like"
                    + " a credential in a log are left out; names of nodes, namespaces and pods stay. Look at it before you send it."
        },
        footer = {"", "Example: kubectl numa must-gather --to numa.tar.gz"})
final class MustGatherCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Option(
            names = "--to",
            paramLabel = "FILE",
            description = "The archive; default: numa-must-gather.tar.gz. An existing file is not overwritten.")
    private Path target = Path.of("numa-must-gather.tar.gz");

    @Option(
            names = "--operand-namespace",
            paramLabel = "NAME",
            description = "Namespace of the operator and its operands; default: numa-system.")
    private String namespace = "numa-system";

    @Option(names = "--log-lines", paramLabel = "N", description = "Lines of each log; default: 2000.")
    private int lines = 2000;

    @Override
    public Integer call() throws IOException {
        if (Files.exists(target)) {
            throw new Failure("--to " + target + " exists: remove it, or name another file");
        }
        try (var client = cluster.connect()) {
            // asked first, so that there is no empty archive of a cluster that can't be reached
            client.getKubernetesVersion();
            var gathering = new Gathering(client, namespace, lines);
            TarGz.write(target, gathering.files());
            spec.commandLine()
                    .getOut()
                    .println("%s: %d files%s"
                            .formatted(
                                    target,
                                    gathering.files().size(),
                                    gathering.failures() == 0
                                            ? ""
                                            : ", %d could not be read, see errors.txt"
                                                    .formatted(gathering.failures())));
            spec.commandLine().getOut().flush();
            return Exit.YES;
        }
    }
}
