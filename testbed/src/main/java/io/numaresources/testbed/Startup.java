package io.numaresources.testbed;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Command;
import io.numaresources.testbed.process.ComponentFailure;
import io.numaresources.testbed.process.FreePorts;
import io.numaresources.testbed.process.Kubeconfig;
import io.numaresources.testbed.process.RunFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Starts the components in order; after a lost race for a port it starts over. */
final class Startup {

    private static final int TRIES = 4;
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private final ControlPlane.Builder options;
    private final Binaries binaries;
    private final RunFolder folder;
    private final FreePorts ports;
    private final String token;

    Startup(ControlPlane.Builder options, Binaries binaries, RunFolder folder, FreePorts ports, String token) {
        this.options = options;
        this.binaries = binaries;
        this.folder = folder;
        this.ports = ports;
        this.token = token;
    }

    /** What runs. */
    record Running(List<ChildProcess> processes, Kubeconfig kubeconfig) {}

    Running run() {
        for (var left = TRIES - 1; ; left--) {
            var started = new ArrayList<ChildProcess>();
            try {
                return attempt(started);
            } catch (RuntimeException e) {
                started.forEach(ChildProcess::kill);
                if (left == 0 || !(e instanceof ComponentFailure failure && failure.portTaken())) {
                    throw e;
                }
                discardLogs(started);
            }
        }
    }

    private Running attempt(List<ChildProcess> started) {
        var components = new Components(binaries, folder, ports, options.address());
        var etcd = start(components.etcd(), started);
        etcd.awaitUntil(LIMIT, "does not listen", () -> listens(components.etcdPort()));

        var api = start(components.apiServer(options.serverVersion(binaries), options.apiServerFlags()), started);
        var certificate = folder.file("pki").resolve("apiserver.crt");
        api.awaitUntil(
                LIMIT,
                "made no serving certificate",
                () -> Files.exists(certificate) && read(certificate).contains("END"));
        var kubeconfig = new Kubeconfig(components.server(), read(certificate), token);
        kubeconfig.write(folder.file("kubeconfig"));
        try (var client = Clients.withoutRetries(kubeconfig)) {
            api.awaitUntil(LIMIT, "is not ready", () -> ready(client));
            var controllerManager = start(components.controllerManager(options.controllerManagerFlags()), started);
            start(components.scheduler(), started);
            start(components.kwok(), started);
            if (options.simulatedMachines() && binaries.available(Program.SIMNODE)) {
                start(components.simnode(), started);
            }
            controllerManager.awaitUntil(
                    LIMIT, "made no default ServiceAccount", () -> hasDefaultServiceAccount(client));
        }
        started.forEach(ChildProcess::requireAlive);
        return new Running(List.copyOf(started), kubeconfig);
    }

    private ChildProcess start(Command command, List<ChildProcess> started) {
        var process = ChildProcess.start(command, folder.path());
        started.add(process);
        return process;
    }

    private void discardLogs(List<ChildProcess> processes) {
        for (var process : processes) {
            try {
                Files.deleteIfExists(process.log().path());
                Files.deleteIfExists(folder.file("pki").resolve("apiserver.crt"));
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    static boolean listens(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    static void awaitReady(ChildProcess api, Kubeconfig kubeconfig) {
        try (var client = Clients.withoutRetries(kubeconfig)) {
            api.awaitUntil(LIMIT, "is not ready", () -> ready(client));
        }
    }

    private static boolean ready(KubernetesClient client) {
        try {
            return "ok".equals(client.raw("/readyz"));
        } catch (KubernetesClientException e) {
            return false;
        }
    }

    private static boolean hasDefaultServiceAccount(KubernetesClient client) {
        return client.serviceAccounts()
                        .inNamespace("default")
                        .withName("default")
                        .get()
                != null;
    }

    private static String read(java.nio.file.Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
