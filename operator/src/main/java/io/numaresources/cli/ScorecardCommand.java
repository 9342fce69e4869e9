package io.numaresources.cli;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.numaresources.cli.scorecard.Scorecard;
import io.numaresources.cli.scorecard.Surroundings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Runs a test of the scorecard as operator-sdk's pods do: the bundle in a folder, the cluster by the ServiceAccount or KUBECONFIG, one JSON
 * document as the only output of the container, exit code 0 whatever the result is.
 */
@Command(
        name = "scorecard",
        mixinStandardHelpOptions = true,
        description = "Runs a test of the operator-sdk scorecard against this cluster and prints its result as JSON.",
        footer = {
            "",
            "Tests:",
            "  resource-enables-the-stack    the bundle's first example becomes Ready and its operands serve",
            "  second-pass-changes-nothing   drift is repaired, after which nothing is written again",
            "  invalid-resources-are-refused the API server refuses what the API doesn't allow, saying why",
            "",
            "Example: kubectl numa scorecard invalid-resources-are-refused --bundle=bundle"
        })
final class ScorecardCommand implements Callable<Integer> {
    private static final int REQUEST_MILLIS = 10_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "TEST", description = "Name of the test.")
    private String test = "";

    @Option(
            names = "--bundle",
            defaultValue = "${env:SCORECARD_BUNDLE_ROOT:-/bundle}",
            description = "Folder of the bundle; default: SCORECARD_BUNDLE_ROOT or /bundle.")
    private Path bundle = Path.of("");

    @Option(
            names = "--namespace",
            defaultValue = "${env:SCORECARD_NAMESPACE:-numa-system}",
            description = "Namespace of the operator; default: SCORECARD_NAMESPACE or numa-system.")
    private String namespace = "";

    @Option(
            names = "--timeout",
            defaultValue = "PT100S",
            description = "How long to wait for one change, as in PT100S; default: ${DEFAULT-VALUE}.")
    private Duration limit = Duration.ZERO;

    @Override
    public Integer call() {
        if (!Scorecard.names().contains(test)) {
            throw new ParameterException(
                    spec.commandLine(), "no test is called '" + test + "': " + String.join(", ", Scorecard.names()));
        }
        // scorecard reads the whole log of the pod, in which both streams are merged, as one document
        var document = System.out;
        var nowhere = new PrintStream(OutputStream.nullOutputStream());
        System.setOut(nowhere);
        System.setErr(nowhere);
        var config = new ConfigBuilder()
                .withRequestTimeout(REQUEST_MILLIS)
                .withConnectionTimeout(REQUEST_MILLIS)
                .withRequestRetryBackoffLimit(1)
                .build();
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var status = Scorecard.run(test, new Surroundings(client, bundle, namespace, limit));
            document.println(new KubernetesSerialization().asJson(status));
            document.flush();
        }
        return 0;
    }
}
