package io.numaresources.cli;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.numaresources.node.Agent;
import io.numaresources.node.ApiLedger;
import io.numaresources.node.BusSystemd;
import io.numaresources.node.Host;
import io.numaresources.node.KubeletEndpoint;
import io.numaresources.node.Patience;
import io.numaresources.node.PodResourcesSocket;
import io.numaresources.node.Systemd;
import io.numaresources.node.Units;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What the operator's pods run on nodes. */
@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        description = {
            "What the operator's pods run on a node: read it, change its kubelet, or bring the former configuration back.",
            "People need it for nothing but a look at a node they are logged in to."
        },
        footer = {"", "Example: kubectl numa node inspect --node worker-1 --host-root / --once"})
public final class NodeCommand {
    private static final Duration JOB_PATIENCE = Duration.ofMinutes(3);
    private static final Duration GRACE = Duration.ofSeconds(25);
    private static final Path TOKEN = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");

    @Option(
            names = "--node",
            defaultValue = "${env:NODE_NAME}",
            scope = ScopeType.INHERIT,
            paramLabel = "NAME",
            description = "Name of the node and of its NUMANode (NODE_NAME).")
    private @Nullable String node;

    @Option(
            names = "--host-root",
            defaultValue = "/host",
            scope = ScopeType.INHERIT,
            paramLabel = "DIRECTORY",
            description = "Where the host's root directory is mounted (${DEFAULT-VALUE}).")
    private Path root = Path.of("/host");

    @Option(
            names = "--host-address",
            defaultValue = "${env:HOST_IP:-127.0.0.1}",
            scope = ScopeType.INHERIT,
            paramLabel = "ADDRESS",
            description = "Where the node's kubelet listens (HOST_IP, else 127.0.0.1).")
    private String address = "";

    @Option(
            names = "--kubelet-version",
            defaultValue = "${env:KUBELET_VERSION}",
            scope = ScopeType.INHERIT,
            paramLabel = "VERSION",
            description = "Version of the node's kubelet, such as v1.34.4 (KUBELET_VERSION).")
    private @Nullable String kubeletVersion;

    @Option(
            names = "--rollback-after",
            defaultValue = "150s",
            converter = Seconds.class,
            scope = ScopeType.INHERIT,
            paramLabel = "SECONDS",
            description = "How long a changed kubelet may take to prove itself (${DEFAULT-VALUE}).")
    private Duration rollbackAfter = Duration.ofSeconds(150);

    @Option(
            names = "--once",
            scope = ScopeType.INHERIT,
            description = "Do what is due now and don't wait for what comes next.")
    private boolean once;

    /** Fills the node's NUMANode. */
    @Command(
            name = "inspect",
            mixinStandardHelpOptions = true,
            description = "Read hardware, kubelet and operating system into the status of the node's NUMANode.",
            footer = {"", "Example: kubectl numa node inspect --node worker-1"})
    int inspect(
            @Option(
                            names = "--facts",
                            paramLabel = "FILE",
                            description = "What 'node units' has written; without it systemd is asked.")
                    @Nullable
                    Path facts) {
        return withAgent(agent -> agent.inspect(facts == null ? Units.read(host(), systemd()) : Units.from(facts)));
    }

    /** Reads what needs no right, for an inspection that has no bus. */
    @Command(
            name = "units",
            mixinStandardHelpOptions = true,
            description = "Write what systemd tells an ordinary user to a file, for 'node inspect'.",
            footer = {"", "Example: kubectl numa node units --facts /facts/units.json"})
    int units(@Option(names = "--facts", required = true, paramLabel = "FILE", description = "The file.") Path facts) {
        AgentLog.start();
        Units.read(host(), systemd()).write(facts);
        return 0;
    }

    /** The agent's steps of a change. */
    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = {
                "Change the kubelet as the node's NUMANode grants: back up, arm the rollback, write, restart, and disarm once the operator has verified.",
                "It does nothing that is not granted, and goes on where an earlier one was stopped."
            },
            footer = {"", "Example: kubectl numa node apply --node worker-1 --kubelet-version v1.34.4"})
    int apply() {
        return withAgent(agent -> agent.change(once));
    }

    /** The way back. */
    @Command(
            name = "rollback",
            mixinStandardHelpOptions = true,
            description = "Bring the former configuration back, where the node's NUMANode is in phase RollingBack.",
            footer = {"", "Example: kubectl numa node rollback --node worker-1 --kubelet-version v1.34.4"})
    int rollback() {
        return withAgent(agent -> agent.change(once));
    }

    private int withAgent(Consumer<Agent> work) {
        AgentLog.start();
        var patience = new Patience();
        var done = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            patience.stop();
            await(done);
        }));
        try (var client = new KubernetesClientBuilder().build()) {
            work.accept(agent(client, patience));
            return 0;
        } catch (Patience.StoppedException e) {
            return 0;
        } finally {
            done.countDown();
        }
    }

    /** A step that has begun is finished, as far as the time before a kill allows. */
    private static void await(CountDownLatch done) {
        try {
            done.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Agent agent(KubernetesClient client, Patience patience) {
        var clock = InstantSource.system();
        return new Agent(
                new Agent.Site(
                        host(),
                        systemd(),
                        new KubeletEndpoint(address, () -> token(client.getConfiguration())),
                        new PodResourcesSocket(host()),
                        required("--kubelet-version", kubeletVersion),
                        rollbackAfter,
                        clock),
                new ApiLedger(client, required("--node", node), clock),
                patience);
    }

    private Host host() {
        return new Host(root);
    }

    private Systemd.Connection systemd() {
        return () -> new BusSystemd(
                "unix:path=" + root.resolve("run/dbus/system_bus_socket").toAbsolutePath(), JOB_PATIENCE);
    }

    private static String required(String option, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(option + " is missing: nothing tells which node this is");
        }
        return value;
    }

    /** Of the pod as it is now, since it changes while the pod runs; outside of a pod, of the kubeconfig. */
    private static String token(Config config) {
        try {
            return Files.exists(TOKEN)
                    ? Files.readString(TOKEN).strip()
                    : Optional.ofNullable(config.getOauthToken()).orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A number of seconds, with or without an s behind it. */
    static final class Seconds implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return Duration.ofSeconds(Long.parseLong(text.replaceFirst("s$", "")));
        }
    }
}
