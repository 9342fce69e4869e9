package io.numaresources.testbed.machine;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Nodes;
import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Reported;
import io.numaresources.testbed.process.NetworkNamespace;
import io.numaresources.testbed.process.RunFolder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Machines with several NUMA nodes and the control plane that their kubelets have joined, in a network of their own. Needs root.
 * Everything is gone once this is closed or the JVM has ended; after a killed JVM the next start, or make clean, removes the network.
 */
public final class NumaMachines implements AutoCloseable {

    /** The image of pods' own processes, which also serves tests as an image that does nothing. */
    public static final String PAUSE_IMAGE = "registry.k8s.io/pause:3.10";

    private static final int FIRST_HOST = 11;
    private static final Duration JOINING = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final RunFolder folder;
    private final List<Machine> machines = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread hook = new Thread(this::release, "machines-shutdown");
    private @Nullable NetworkNamespace network;
    private @Nullable ControlPlane plane;

    private NumaMachines(RunFolder folder) {
        this.folder = folder;
    }

    /** Two machines, {@code numa-0} as kubeadm configures a kubelet and {@code numa-1} with a drop-in directory, and a control plane. */
    public static NumaMachines start() {
        return start(
                ControlPlane.builder().withoutSimulatedMachines(),
                List.of(
                        MachineSpec.of("numa-0", KubeletLayout.KUBEADM),
                        MachineSpec.of("numa-1", KubeletLayout.CONFIG_DIRECTORY)));
    }

    /**
     * Starts a control plane with further options and machines; returns when all their Nodes are Ready.
     *
     * @throws IllegalStateException if this host can't run them, with what is missing in one line, or if a kubelet doesn't become Ready
     */
    public static NumaMachines start(ControlPlane.Builder options, List<MachineSpec> specs) {
        var kind = MachineKind.ofHost();
        Requirements.ofHost(kind).provide(System.err);
        RunFolder.cleanStale(RunFolder.parent());
        var binaries = Binaries.standard();
        var images = new MachineImages(binaries);
        var hardware = switch (kind) {
            case EMULATED -> EmulatedHardware.prepare(images, specs);
            case CONTAINER -> ContainerHardware.prepare(binaries, images);
        };
        var started = new NumaMachines(RunFolder.create(RunFolder.parent()));
        Runtime.getRuntime().addShutdownHook(started.hook);
        try {
            Reported.step(
                    "Starting %d %s".formatted(specs.size(), hardware.description()),
                    () -> started.run(options, hardware, specs));
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** The control plane; closed with the machines. */
    public ControlPlane plane() {
        if (plane == null) {
            throw new IllegalStateException("the control plane does not run");
        }
        return plane;
    }

    /** All machines in the order of their specs. */
    public List<Machine> all() {
        return List.copyOf(machines);
    }

    /** Whether each step takes minutes rather than seconds, since QEMU may emulate their CPUs. */
    public boolean emulated() {
        return machines.stream().anyMatch(EmulatedMachine.class::isInstance);
    }

    /** The machine of a Node. */
    public Machine get(String name) {
        return machines.stream()
                .filter(machine -> machine.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no machine " + name));
    }

    /**
     * Waits until the kubelet of a machine reports its Node Ready, as the API server knows it.
     *
     * @throws IllegalStateException if it isn't within the limit, with the end of the kubelet's log
     */
    public void awaitReady(Machine machine, Duration limit) {
        var deadline = System.nanoTime() + limit.toNanos();
        var client = plane().client();
        while (!ready(client, machine)) {
            machine.requireAlive();
            plane().requireAlive();
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("%s is not Ready after %d s:\n%s\n%s"
                        .formatted(
                                machine.name(),
                                limit.toSeconds(),
                                machine.console().tail(5),
                                machine.run("journalctl -u kubelet -n 20 --no-pager", PAUSE.multipliedBy(120))
                                        .output()));
            }
            pause();
        }
    }

    @Override
    public void close() {
        release();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending: the hook has run or will find it closed
        }
    }

    private void run(ControlPlane.Builder options, Hardware hardware, List<MachineSpec> specs) {
        var space = NetworkNamespace.create(folder);
        network = space;
        var authority = Authority.create(folder.file("authority"));
        var apiServer = authority.issue("kube-apiserver", "kube-apiserver-kubelet-client", "system:masters");
        var running = options.address(space.gateway())
                .apiServerFlags(
                        "--client-ca-file=" + authority.certificate(),
                        "--kubelet-client-certificate=" + apiServer.certificate(),
                        "--kubelet-client-key=" + apiServer.key(),
                        "--enable-admission-plugins=NodeRestriction")
                // real kubelets renew their leases, so a dead one is noticed as in a cluster
                .controllerManagerFlags("--node-monitor-grace-period=50s")
                .start();
        plane = running;
        var seed = new Seed(running, space, authority, SecureShell.createKey(folder.path()));
        var site = new Hardware.Site(folder, space, seed);
        IntStream.range(0, specs.size()).forEach(i -> machines.add(hardware.start(specs.get(i), FIRST_HOST + i, site)));
        for (var machine : machines) {
            awaitReady(machine, JOINING);
            label(running.client(), machine.spec());
        }
    }

    private static boolean ready(KubernetesClient client, Machine machine) {
        var node = client.nodes().withName(machine.name()).get();
        return node != null
                && node.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    /** By an administrator, since a kubelet may not give itself a role. */
    private static void label(KubernetesClient client, MachineSpec spec) {
        Nodes.label(client, spec.name(), spec.labels());
    }

    private void release() {
        if (closed.getAndSet(true)) {
            return;
        }
        machines.forEach(Machine::close);
        if (plane != null) {
            plane.close();
        }
        if (network != null) {
            network.delete();
        }
        folder.close();
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while machines start", e);
        }
    }
}
