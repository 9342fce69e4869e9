package io.numaresources.testbed.cli;

import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.binaries.Reported;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Execution;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes the operator's AOT cache from a run in which it installs everything, and that of kubectl numa from what people ask of that cluster. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        description = "Writes app.aot and cli.aot of the packaged operator from short runs of it.")
final class Train implements Callable<Integer> {

    private static final Duration WORK = Duration.ofSeconds(60);
    private static final Duration WRITING = Duration.ofMinutes(5);
    private static final int NODES = 3;

    @Spec
    private CommandSpec spec;

    @Option(names = "--runtime", description = "Java runtime that the cache is for; default: this one.")
    private Path runtime = Path.of(System.getProperty("java.home"));

    @Option(
            names = "--application",
            description =
                    "Folder of the packaged operator, which gets the cache; default: operator/target/quarkus-app.")
    private @Nullable Path application;

    @Override
    public Integer call() throws IOException {
        try (var plane = Reported.step("Starting the control plane", ControlPlane::start)) {
            var root = plane.binaries().root();
            var packaged =
                    application == null ? root.resolve("operator/target/quarkus-app") : application.toAbsolutePath();
            // before any cache is made: it holds for the very files
            try (var jars = Files.list(packaged.resolve("lib/main"))) {
                OldClasses.modernise(jars)
                        .forEach(jar -> spec.commandLine().getOut().println(jar + " rewritten for the cache"));
            }
            var cache = packaged.resolve("app.aot");
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
                    .runtime(runtime.toAbsolutePath())
                    .application(packaged)
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
            // the image has no launcher
            if (application == null) {
                var commands = packaged.resolve("cli.aot");
                Reported.step("Running kubectl numa for its AOT cache", () -> trainCommands(plane, packaged, commands));
                spec.commandLine().getOut().println(root.path().relativize(commands) + " " + megabytes(commands));
            }
        }
        return 0;
    }

    /** By the launcher, since a cache is used only with the flags that it was made with. */
    private Execution trainCommands(ControlPlane plane, Path packaged, Path cache) throws IOException {
        Files.deleteIfExists(cache);
        return Execution.of(
                        WRITING,
                        List.of(
                                "/usr/bin/env",
                                "JAVA_HOME=" + runtime.toAbsolutePath(),
                                "NUMA_APP=" + packaged,
                                "NUMA_JAVA_OPTS=-XX:AOTCacheOutput=" + cache,
                                plane.binaries()
                                        .root()
                                        .resolve("bin/kubectl-numa")
                                        .toString(),
                                "train",
                                "--kubeconfig",
                                plane.kubeconfigFile().toString()))
                .requireSuccess();
    }

    private static Boolean work(ControlPlane plane, OperatorProcess operator) throws InterruptedException {
        operator.awaitReady();
        plane.applyManifests(plane.binaries().root().resolve("config/samples/numaresources_v1alpha1_observe.yaml"));
        operator.process().awaitUntil(WORK, "made no scheduler that is ready", () -> schedulerReady(plane));
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
