package io.numaresources.testbed.dashboard;

import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.binaries.Reported;
import io.numaresources.testbed.dashboard.Answers.Scrape;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws the dashboard. */
@Command(
        name = "dashboard",
        mixinStandardHelpOptions = true,
        description = "Lets the packaged operator work for six minutes and draws the dashboard from its metrics.")
public final class Dashboard implements Callable<Integer> {
    private static final String SCRAPER = "scraper";
    private static final int BETWEEN_SCRAPES = 5;
    private static final int AFTERWARDS = 30;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where to write, instead of docs/images/dashboard.svg of the checkout.")
    private Path output = Path.of("");

    @Override
    public Integer call() throws IOException {
        try (var plane = Reported.step("Starting the control plane", ControlPlane::start)) {
            var root = plane.binaries().root();
            var panels = Panel.read(root.resolve("config/prometheus/dashboard.json"));
            var scrapes = Reported.step("Watching the operator for six minutes", () -> work(plane));
            var answers = Answers.ask(plane.binaries(), panels, scrapes, BETWEEN_SCRAPES);
            var picture = new Drawing(
                            answers,
                            scrapes.getFirst().time(),
                            scrapes.getLast().time())
                    .of(
                            panels,
                            "config/prometheus/dashboard.json, drawn by make dashboard from metrics of an operator on the testbed; queries answered"
                                    + " by Prometheus's engine");
            var file = output.toString().isEmpty() ? root.resolve("docs/images/dashboard.svg") : output;
            Files.writeString(file, picture);
            spec.commandLine().getOut().println("wrote " + file);
        }
        return 0;
    }

    private static List<Scrape> work(ControlPlane plane) throws IOException, InterruptedException {
        var root = plane.binaries().root();
        plane.applyManifests(
                root.resolve("crds"), root.resolve("config/rbac/namespace.yaml"), root.resolve("config/rbac"));
        var scenario = new Scenario(plane.client());
        scenario.prepare();
        var token = token(plane);
        var scrapes = new ArrayList<Scrape>();
        SchedulerRunner.start(plane);
        try (var operator = OperatorProcess.start(plane);
                var http = HttpClient.newHttpClient()) {
            operator.awaitReady();
            var request = HttpRequest.newBuilder(operator.address().resolve("/q/metrics"))
                    .header("Authorization", "Bearer " + token)
                    .build();
            for (int second = 0; second <= Scenario.LENGTH + AFTERWARDS; second += BETWEEN_SCRAPES) {
                scenario.until(second);
                var answer = http.send(request, BodyHandlers.ofString());
                if (answer.statusCode() != 200) {
                    throw new IllegalStateException("metrics: status " + answer.statusCode());
                }
                scrapes.add(new Scrape(System.currentTimeMillis() / 1e3, answer.body()));
                Thread.sleep(BETWEEN_SCRAPES * 1000L);
                operator.process().requireAlive();
            }
        }
        return scrapes;
    }

    /** Of an account that may read metrics. */
    private static String token(ControlPlane plane) {
        plane.client()
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(SCRAPER)
                        .endMetadata()
                        .build())
                .create();
        plane.client()
                .resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(SCRAPER)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "numaresources-metrics-reader")
                        .addNewSubject("", "ServiceAccount", SCRAPER, "default")
                        .build())
                .create();
        return plane.kubeconfigOf("default", SCRAPER).token();
    }
}
