package io.numaresources.testbed.operator;

import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Command;
import io.numaresources.testbed.process.ComponentFailure;
import io.numaresources.testbed.process.Kubeconfig;
import io.numaresources.testbed.process.LogFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The packaged operator with the access of its ServiceAccount, so that what it may do is what the shipped RBAC says. The namespace, the
 * ServiceAccount and the RBAC must have been applied.
 */
public final class OperatorProcess implements AutoCloseable {

    /** Namespace of the operator. */
    public static final String NAMESPACE = "numa-system";

    /** ServiceAccount of the operator. */
    public static final String SERVICE_ACCOUNT = "numaresources-operator";

    private static final Duration GRACE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final ChildProcess process;
    private final URI address;

    private OperatorProcess(ChildProcess process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** Options, then {@link Builder#start}. */
    public static Builder builder(ControlPlane plane) {
        return new Builder(plane);
    }

    /** Starts the operator with default options; does not wait until it is ready. */
    public static OperatorProcess start(ControlPlane plane) {
        return builder(plane).start();
    }

    /**
     * Waits until {@code /q/health/ready} says yes; returns how long that took.
     *
     * @throws ComponentFailure if it ends or takes longer than the limit
     */
    public Duration awaitReady(Duration limit) {
        var start = System.nanoTime();
        try (var http = HttpClient.newHttpClient()) {
            while (!answers(http, "/q/health/ready")) {
                process.requireAlive();
                if (System.nanoTime() - start > limit.toNanos()) {
                    throw new ComponentFailure(process.name(), "is not ready after " + limit.toSeconds() + " s", log());
                }
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the operator starts", e);
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** {@link #awaitReady(Duration)} for at most a minute. */
    public Duration awaitReady() {
        return awaitReady(Duration.ofMinutes(1));
    }

    /** Its HTTP address, for health, metrics and the like. */
    public URI address() {
        return address;
    }

    /** Its process. */
    public ChildProcess process() {
        return process;
    }

    /** What it logged; restarts with the same name append. */
    public LogFile log() {
        return process.log();
    }

    /** SIGKILL, as when a node dies. */
    public void kill() {
        process.kill();
    }

    /** SIGTERM, as when a pod is deleted. */
    public void stop() {
        process.stop(GRACE);
    }

    @Override
    public void close() {
        stop();
    }

    private boolean answers(HttpClient http, String path) throws InterruptedException {
        try {
            var request = HttpRequest.newBuilder(address.resolve(path))
                    .timeout(Duration.ofSeconds(5))
                    .build();
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** Options of an operator process. */
    public static final class Builder {
        private final ControlPlane plane;
        private String podName = SERVICE_ACCOUNT + "-0";
        private Optional<String> server = Optional.empty();
        private boolean inPod;
        private final Map<String, String> environment = new HashMap<>();
        private Path runtime = Path.of(System.getProperty("java.home"));
        private Optional<Path> application = Optional.empty();
        private final List<String> jvmFlags = new ArrayList<>();

        private Builder(ControlPlane plane) {
            this.plane = plane;
        }

        /** Name of the pod it takes itself for; also the name of its log file. */
        public Builder podName(String name) {
            podName = name;
            return this;
        }

        /** Finds the API server as in a pod, by the service's address and the ServiceAccount's files, instead of by a kubeconfig. */
        public Builder asInPod() {
            inPod = true;
            return this;
        }

        /** An environment variable. */
        public Builder environment(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Another address of the API server, such as that of a {@link io.numaresources.testbed.VersionProxy}. */
        public Builder server(String url) {
            server = Optional.of(url);
            return this;
        }

        /** Another Java runtime than the one of this process. */
        public Builder runtime(Path home) {
            runtime = home;
            return this;
        }

        /** Another folder with a packaged operator than operator/target/quarkus-app. */
        public Builder application(Path folder) {
            application = Optional.of(folder);
            return this;
        }

        /** Flags for the JVM after those of the image. */
        public Builder jvmFlags(String... flags) {
            jvmFlags.addAll(List.of(flags));
            return this;
        }

        /**
         * Starts it.
         *
         * @throws IllegalStateException if the operator is not packaged
         */
        public OperatorProcess start() {
            var packaged = application.orElseGet(() -> plane.binaries().root().resolve("operator/target/quarkus-app"));
            if (!Files.exists(packaged.resolve("quarkus-run.jar"))) {
                throw new IllegalStateException(
                        "The operator is not packaged: run mvn package -pl operator -am (no quarkus-run.jar in "
                                + packaged + ")");
            }
            var port = plane.ports().next();
            var identity = plane.kubeconfigOf(NAMESPACE, SERVICE_ACCOUNT);
            var all = new HashMap<>(access(server.map(identity::withServer).orElse(identity)));
            all.putAll(Map.of(
                    "QUARKUS_HTTP_HOST",
                    "127.0.0.1",
                    "QUARKUS_HTTP_PORT",
                    String.valueOf(port),
                    "POD_NAMESPACE",
                    NAMESPACE,
                    "POD_NAME",
                    podName));
            all.putAll(environment);
            var command = new Command(podName, runtime.resolve("bin/java"), arguments(packaged), all);
            return new OperatorProcess(
                    ChildProcess.start(command, plane.folder().path()), URI.create("http://127.0.0.1:" + port));
        }

        private Map<String, String> access(Kubeconfig identity) {
            var folder = plane.folder();
            if (!inPod) {
                var file = identity.write(folder.file(podName + ".kubeconfig"));
                return Map.of("KUBECONFIG", file.toString());
            }
            var server = URI.create(identity.server());
            return Map.of(
                    "KUBERNETES_SERVICE_HOST", server.getHost(),
                    "KUBERNETES_SERVICE_PORT", String.valueOf(server.getPort()),
                    "KUBERNETES_AUTH_TRYKUBECONFIG", "false",
                    "KUBERNETES_AUTH_SERVICEACCOUNT_TOKEN", write(folder.file(podName + ".token"), identity.token()),
                    "KUBERNETES_CERTS_CA_FILE", write(folder.file(podName + ".crt"), identity.authority()));
        }

        private static String write(Path file, String text) {
            try {
                return Files.writeString(file, text).toString();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write " + file, e);
            }
        }

        private List<String> arguments(Path packaged) {
            var arguments = new ArrayList<String>();
            var options = plane.binaries().root().resolve("operator/src/main/jvm/jvm.options");
            if (Files.exists(options)) {
                arguments.add("@" + options);
            }
            var aotCache = packaged.resolve("app.aot");
            if (Files.exists(aotCache)) {
                arguments.add("-XX:AOTCache=" + aotCache);
            }
            arguments.addAll(jvmFlags);
            arguments.add("-jar");
            arguments.add(packaged.resolve("quarkus-run.jar").toString());
            return arguments;
        }
    }
}
