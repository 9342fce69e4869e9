package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.LogFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A machine of QEMU: with NUMA nodes, a kernel and clocks of its own. */
final class EmulatedMachine extends Machine {

    private final LogFile console;
    private final FrozenMachine.Running running;
    private final AtomicInteger slots = new AtomicInteger();

    EmulatedMachine(
            MachineSpec spec, String address, SecureShell shell, LogFile console, FrozenMachine.Running running) {
        super(spec, address, shell);
        this.console = console;
        this.running = running;
    }

    @Override
    public LogFile console() {
        return console;
    }

    /** What was not written to the disk is lost. */
    @Override
    public void hardReset() {
        disconnect();
        running.monitor().execute("system_reset");
    }

    @Override
    public void offline(int cpu) {
        switchTo(0, cpu);
    }

    @Override
    public void online(int cpu) {
        switchTo(1, cpu);
    }

    private void switchTo(int state, int cpu) {
        ssh("echo %d > /sys/devices/system/cpu/cpu%d/online".formatted(state, cpu));
    }

    /** Read from its cgroup. */
    @Override
    public String cpus(String container) {
        return cgroup("/sys/fs/cgroup", container, "cpuset.cpus.effective");
    }

    /** The machine reads it from a disk of its own, so that size hardly matters. */
    @Override
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

    @Override
    public void close() {
        disconnect();
        running.process().signalKill();
        running.monitor().close();
        running.process().kill();
    }

    @Override
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
}
