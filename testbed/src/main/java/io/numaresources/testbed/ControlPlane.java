package io.numaresources.testbed;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.FreePorts;
import io.numaresources.testbed.process.Kubeconfig;
import io.numaresources.testbed.process.LogFile;
import io.numaresources.testbed.process.RunFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A Kubernetes control plane on loopback: etcd, API server, controller manager, default scheduler, kwok for nodes without a machine and
 * simnode for nodes with one. Its processes and its folder are gone once it is closed, and its processes also once this JVM is gone.
 */
public final class ControlPlane implements AutoCloseable {

    /** Environment variable that, when it is {@code true}, leaves simnode out of every control plane. */
    public static final String WITHOUT_SIMNODE = "TESTBED_WITHOUT_SIMNODE";

    private static final long TOKEN_SECONDS = Duration.ofHours(24).toSeconds();

    private final Binaries binaries;
    private final RunFolder folder;
    private final FreePorts ports;
    private final List<ChildProcess> processes;
    private final Kubeconfig kubeconfig;
    private final KubernetesClient client;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread hook = new Thread(this::release, "testbed-shutdown");

    private ControlPlane(Binaries binaries, RunFolder folder, FreePorts ports, Startup.Running running) {
        this.binaries = binaries;
        this.folder = folder;
        this.ports = ports;
        this.processes = new CopyOnWriteArrayList<>(running.processes());
        this.kubeconfig = running.kubeconfig();
        this.client = Clients.of(kubeconfig);
    }

    /** Options, then {@link Builder#start}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Starts one with default options; returns when it can be used. */
    public static ControlPlane start() {
        return builder().start();
    }

    /** A client for an administrator, closed with the control plane. */
    public KubernetesClient client() {
        return client;
    }

    /** Another client for an administrator, to be closed by the caller. */
    public KubernetesClient newClient() {
        return Clients.of(kubeconfig);
    }

    /** A client for an identity, to be closed by the caller. */
    public KubernetesClient newClient(Kubeconfig identity) {
        return Clients.of(identity);
    }

    /** The administrator's access. */
    public Kubeconfig kubeconfig() {
        return kubeconfig;
    }

    /** The administrator's kubeconfig file. */
    public Path kubeconfigFile() {
        return folder.file("kubeconfig");
    }

    /** Access for a ServiceAccount, with a token from the TokenRequest API that is valid for a day. */
    public Kubeconfig kubeconfigOf(String namespace, String serviceAccount) {
        var request = new TokenRequestBuilder()
                .withNewSpec()
                .withExpirationSeconds(TOKEN_SECONDS)
                .endSpec()
                .build();
        var answer = client.serviceAccounts()
                .inNamespace(namespace)
                .withName(serviceAccount)
                .tokenRequest(request);
        return kubeconfig.withToken(answer.getStatus().getToken());
    }

    /** Server-side applies YAML files, or the YAML files of folders in the order of their names, as an administrator. */
    public void applyManifests(Path... filesOrFolders) {
        new Manifests(client).apply(filesOrFolders);
    }

    /** What the API server was asked. */
    public AuditLog audit() {
        return new AuditLog(folder.file("audit.log"));
    }

    /** Log of a component, by the name of its program. */
    public LogFile log(String component) {
        return new LogFile(folder.file(component + ".log"));
    }

    /** Processes of the control plane. */
    public List<ChildProcess> processes() {
        return List.copyOf(processes);
    }

    /** Has a process in place of one that ended. */
    void replace(ChildProcess ended, ChildProcess started) {
        processes.set(processes.indexOf(ended), started);
    }

    /** Its folder. */
    public RunFolder folder() {
        return folder;
    }

    /** The programs it was started from. */
    public Binaries binaries() {
        return binaries;
    }

    /** Ports for what runs beside it. */
    public FreePorts ports() {
        return ports;
    }

    /**
     * Makes sure that all components still run.
     *
     * @throws io.numaresources.testbed.process.ComponentFailure if one has ended
     */
    public void requireAlive() {
        processes.forEach(ChildProcess::requireAlive);
    }

    /** Kills the processes and removes the folder. */
    @Override
    public void close() {
        release();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending: the hook has run or will find it closed
        }
    }

    private void release() {
        if (closed.getAndSet(true)) {
            return;
        }
        client.close();
        processes.forEach(ChildProcess::signalKill);
        processes.forEach(ChildProcess::kill);
        UsedRights.keep(audit(), folder.path().getFileName().toString());
        folder.close();
    }

    /** Options of a control plane. */
    public static final class Builder {
        private Optional<String> serverVersion = Optional.empty();
        private Optional<String> address = Optional.empty();
        private final List<String> apiServerFlags = new ArrayList<>();
        private final List<String> controllerManagerFlags = new ArrayList<>();
        private Optional<Binaries> binaries = Optional.empty();
        private boolean simulatedMachines = !"true".equals(System.getenv(WITHOUT_SIMNODE));

        private Builder() {}

        /**
         * The version that /version reports, such as {@code v1.35.0}. The server is the same one with another text in it and refuses to start
         * as a version before 1.32, because it emulates none before 1.31.
         */
        public Builder serverVersion(String version) {
            serverVersion = Optional.of(version);
            return this;
        }

        /** The address of this host at which the API server listens, and which its certificate carries, instead of loopback. */
        public Builder address(String other) {
            address = Optional.of(other);
            return this;
        }

        /** More flags for the controller manager; they win over its own. */
        public Builder controllerManagerFlags(String... flags) {
            controllerManagerFlags.addAll(List.of(flags));
            return this;
        }

        /** More flags for the API server. */
        public Builder apiServerFlags(String... flags) {
            apiServerFlags.addAll(List.of(flags));
            return this;
        }

        /** Other binaries than those of the checkout and the user's cache. */
        public Builder binaries(Binaries other) {
            binaries = Optional.of(other);
            return this;
        }

        /** Leaves simnode out. */
        public Builder withoutSimulatedMachines() {
            simulatedMachines = false;
            return this;
        }

        String serverVersion(Binaries from) {
            return serverVersion.orElseGet(from::kubernetesVersion);
        }

        Optional<String> address() {
            return address;
        }

        List<String> apiServerFlags() {
            return apiServerFlags;
        }

        List<String> controllerManagerFlags() {
            return controllerManagerFlags;
        }

        boolean simulatedMachines() {
            return simulatedMachines;
        }

        /**
         * Starts it; returns when it can be used.
         *
         * @throws io.numaresources.testbed.process.ComponentFailure if a component does not come up
         */
        public ControlPlane start() {
            RunFolder.cleanStale(RunFolder.parent());
            var from = binaries.orElseGet(Binaries::standard);
            var folder = RunFolder.create(RunFolder.parent());
            try {
                var ports = new FreePorts();
                var token = new StaticFiles(folder)
                        .write(serverVersion(from), from.root().resolve("testbed/src/main/resources/machines"));
                var running = new Startup(this, from, folder, ports, token).run();
                var started = new ControlPlane(from, folder, ports, running);
                Runtime.getRuntime().addShutdownHook(started.hook);
                return started;
            } catch (RuntimeException e) {
                folder.close();
                throw e;
            }
        }
    }
}
