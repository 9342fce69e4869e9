package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.Execution;
import io.numaresources.testbed.process.LogFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** An emulated machine that runs a kubelet. */
public final class Machine implements AutoCloseable {

    private static final Duration COMMAND = Duration.ofMinutes(2);
    private static final Duration IMPORT = Duration.ofMinutes(20);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final MachineSpec spec;
    private final String address;
    private final LogFile console;
    private final FrozenMachine.Running running;
    private final SecureShell shell;
    private final AtomicInteger slots = new AtomicInteger();

    Machine(MachineSpec spec, String address, LogFile console, FrozenMachine.Running running, SecureShell shell) {
        this.spec = spec;
        this.address = address;
        this.console = console;
        this.running = running;
        this.shell = shell;
    }

    /** Name of the machine and of its Node. */
    public String name() {
        return spec.name();
    }

    /** What it was started as. */
    public MachineSpec spec() {
        return spec;
    }

    /** Its IPv4 address, which the host reaches. */
    public String address() {
        return address;
    }

    /** What it wrote to its serial console. */
    public LogFile console() {
        return console;
    }

    /**
     * Has root's shell on the machine run a command line for at most two minutes; returns its output.
     *
     * @throws IllegalStateException if it fails, with what it said, or if the machine can't be reached
     */
    public String ssh(String commandLine) {
        return run(commandLine, COMMAND).requireSuccess().output();
    }

    /** Has root's shell on the machine run a command line that may fail. */
    public Execution run(String commandLine, Duration limit) {
        return shell.run(commandLine, limit);
    }

    /** What a person types for a shell on it. */
    public String shellCommand() {
        return shell.commandLine();
    }

    /**
     * Waits until ssh is answered, for example after a reset.
     *
     * @throws IllegalStateException if it isn't within the limit
     */
    public void awaitSsh(Duration limit) {
        var deadline = System.nanoTime() + limit.toNanos();
        while (!shell.answers()) {
            running.process().requireAlive();
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("%s does not answer after %d s; end of its console:\n%s"
                        .formatted(name(), limit.toSeconds(), console.tail(12)));
            }
            pause();
        }
    }

    /** Resets it as its reset button would: what was not written to the disk is lost, and it boots again. */
    public void hardReset() {
        shell.disconnect();
        running.monitor().execute("system_reset");
    }

    /** Stops its CPUs until {@link #cont}; its clocks stand still too. */
    public void stop() {
        running.monitor().execute("stop");
    }

    /** Lets it go on after {@link #stop}. */
    public void cont() {
        running.monitor().execute("cont");
    }

    /**
     * Imports the images of an archive as docker and jib write them; the machine reads it from a disk of its own, so that size hardly
     * matters.
     */
    public void importImages(Path archive) {
        var disk = plugDisk("images", archive);
        var device = "/dev/disk/by-id/virtio-" + disk;
        run(
                        "udevadm settle; until test -b %1$s; do sleep 0.2; done; ctr --namespace k8s.io images import %1$s"
                                .formatted(device),
                        IMPORT)
                .requireSuccess();
    }

    /** Plugs in the network card that the frozen machine didn't have. */
    void plugNetworkCard(String mac) {
        running.monitor()
                .execute(
                        "device_add",
                        Map.of(
                                "driver",
                                "virtio-net-pci",
                                "netdev",
                                "network",
                                "mac",
                                mac,
                                "romfile",
                                "",
                                "bus",
                                nextSlot(),
                                "id",
                                "network-card"));
    }

    /** Plugs in a file as a read-only disk; returns the disk's serial number. */
    String plugDisk(String kind, Path file) {
        var slot = nextSlot();
        var serial = kind.equals("seed") ? kind : kind + "-" + slot;
        var backend = "backend-" + slot;
        running.monitor()
                .execute(
                        "blockdev-add",
                        Map.of(
                                "node-name",
                                backend,
                                "driver",
                                "raw",
                                "read-only",
                                true,
                                "file",
                                Map.of("driver", "file", "filename", file.toString(), "read-only", true)));
        running.monitor()
                .execute(
                        "device_add",
                        Map.of(
                                "driver",
                                "virtio-blk-pci",
                                "drive",
                                backend,
                                "serial",
                                serial,
                                "bus",
                                slot,
                                "id",
                                "disk-" + slot));
        return serial;
    }

    /** Kills it. */
    @Override
    public void close() {
        shell.disconnect();
        running.process().signalKill();
        running.monitor().close();
        running.process().kill();
    }

    void requireAlive() {
        running.process().requireAlive();
    }

    private String nextSlot() {
        var slot = slots.getAndIncrement();
        if (slot >= Qemu.SLOTS) {
            throw new IllegalStateException(name() + " has no slot left for another device");
        }
        return "slot" + slot;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a machine boots", e);
        }
    }
}
