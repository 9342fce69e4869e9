package io.numaresources.testbed.cli;

import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.binaries.Reported;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Makes the operator's AOT cache from a run in which it installs everything. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        description = "Writes operator/target/quarkus-app/app.aot from a short run of the packaged operator.")
final class Train implements Callable<Integer> {

    private static final Duration WORK = Duration.ofSeconds(60);
    private static final Duration WRITING = Duration.ofMinutes(2);
    private static final int NODES = 3;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        try (var plane = Reported.step("Starting the control plane", ControlPlane::start)) {
            var root = plane.binaries().root();
            var cache = root.resolve("operator/target/quarkus-app/app.aot");
            Files.deleteIfExists(cache);
            plane.applyManifests(
                    root.resolve("crds/numaresourcesoperators.numaresources.io-v1.yml"),
                    root.resolve("crds/numanodes.numaresources.io-v1.yml"),
                    root.resolve("config/rbac/namespace.yaml"),
                    root.resolve("config/rbac"));
            SimulatedNodes.createPlain(plane.client(), "plain", 1, Map.of());
            SimulatedNodes.create(plane.client(), "demo", NODES, Map.of("node-role.kubernetes.io/hpc", ""));
            SchedulerRunner.start(plane);
            try (var operator = OperatorProcess.builder(plane)
                    .jvmFlags("-XX:AOTCacheOutput=" + cache)
                    .start()) {
                Reported.step("Running the operator for the AOT cache", () -> work(plane, operator));
                Reported.step("Writing the AOT cache", () -> end(operator.process()));
                if (!Files.exists(cache)) {
                    throw new IllegalStateException(
                            "No AOT cache was written: " + operator.log().tail(5));
                }
            }
            spec.commandLine().getOut().println(root.path().relativize(cache) + " " + megabytes(cache));
        }
        return 0;
    }

    private static Boolean work(ControlPlane plane, OperatorProcess operator) throws InterruptedException {
        operator.awaitReady();
        plane.applyManifests(plane.binaries().root().resolve("config/samples/numaresources_v1alpha1_minimal.yaml"));
        var deadline = System.nanoTime() + WORK.toNanos();
        while (!schedulerReady(plane)) {
            operator.process().requireAlive();
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("The scheduler of the sample is not ready after " + WORK.toSeconds()
                        + " s: " + operator.log().tail(5));
            }
            Thread.sleep(200);
        }
        Thread.sleep(Duration.ofSeconds(2));
        return true;
    }

    private static boolean schedulerReady(ControlPlane plane) {
        return plane
                .client()
                .apps()
                .deployments()
                .inNamespace(OperatorProcess.NAMESPACE)
                .withLabel("app.kubernetes.io/component", "scheduler")
                .list()
                .getItems()
                .stream()
                .anyMatch(deployment -> deployment.getStatus().getReadyReplicas() != null);
    }

    /** SIGTERM, after which the JVM writes the cache before it ends. */
    private static Boolean end(ChildProcess process) {
        process.stop(WRITING);
        return true;
    }

    private static String megabytes(Path file) throws IOException {
        return Files.size(file) / (1 << 20) + " MiB";
    }
}
