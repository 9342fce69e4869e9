package io.numaresources.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.cli.validate.Found;
import io.numaresources.cli.validate.Validation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Whether this cluster is as it must be for aligned pods. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description = {
            "Whether this cluster is as it must be for aligned pods: versions, kubelets, published topologies, scheduler, and what the"
                    + " pre-flight checks found on the nodes. Kubelets are read by nodes/proxy.",
            "Exit code 1 if a check found an Error or a Warning."
        },
        footer = {"", "Examples: kubectl numa validate", "          kubectl numa validate -o junit > numa.xml"})
final class ValidateCommand implements Callable<Integer> {

    /** Formats of the answer. */
    enum ReportFormat {
        TEXT,
        JSON,
        JUNIT
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json or junit; default: text.")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        try (var client = cluster.connect()) {
            var found = found(client);
            spec.commandLine()
                    .getOut()
                    .print(
                            switch (format) {
                                case TEXT -> ValidateReport.text(found);
                                case JSON -> ValidateReport.json(found);
                                case JUNIT -> ValidateReport.junit(found);
                            });
            spec.commandLine().getOut().flush();
            return Exit.of(found.stream().noneMatch(Found::fails));
        }
    }

    /** What all checks find in a cluster. */
    static List<Found> found(KubernetesClient client) {
        return Validation.of(ClusterReading.of(client, Snapshot.of(client)));
    }
}
