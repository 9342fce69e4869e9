package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Command;
import io.numaresources.testbed.process.Execution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The hardware of a machine, as QEMU's command line. A machine that is resumed must have what the frozen one had, so network card and seed
 * are plugged in later.
 *
 * @param accelerator what runs its instructions
 * @param spec its size
 * @param kernel folder with vmlinuz and initrd
 */
record Qemu(Accelerator accelerator, MachineSpec spec, Path kernel) {

    /** Slots for what is plugged in. */
    static final int SLOTS = 6;

    private static final String PROGRAM = "qemu-system-x86_64";
    private static final int FIRST_SLOT_ADDRESS = 0x8;

    /** Without QEMU's own clocks in the way: reading the TSC costs an emulated machine a tenth of reading the HPET. */
    private static final String KERNEL_LINE =
            "root=/dev/vda rw console=ttyS0 quiet mitigations=off nowatchdog tsc=reliable"
                    + " clocksource=tsc random.trust_cpu=1 systemd.unified_cgroup_hierarchy=1 net.ifnames=0";

    private static String version() {
        return Execution.require(PROGRAM, "--version").lines().findFirst().orElseThrow();
    }

    /** Text that differs where a frozen machine can't be resumed: version of QEMU, hardware, what the kernel was told. */
    String fingerprint() {
        return String.join(
                " ",
                version(),
                processor().toString(),
                devices(Path.of("disk"), "").toString(),
                KERNEL_LINE);
    }

    /** Starts a machine on a disk in a folder; more arguments may follow. */
    ChildProcess start(Path folder, Path disk, String format, List<String> launcher, List<String> more) {
        var command = Command.of("qemu-" + spec.name(), executable())
                .with(processor())
                .with(devices(disk, format))
                .with(boot(folder))
                .with(more)
                .launchedBy(launcher);
        return ChildProcess.start(command, folder);
    }

    /** Socket of the monitor of the machine in a folder. */
    Path monitor(Path folder) {
        return folder.resolve(spec.name() + ".qmp");
    }

    /** Console output of the machine in a folder. */
    Path console(Path folder) {
        return folder.resolve(spec.name() + ".console");
    }

    private List<String> processor() {
        var arguments = new ArrayList<>(List.of(
                "-nodefaults",
                "-no-user-config",
                "-display",
                "none",
                "-machine",
                "q35",
                "-accel",
                accelerator.argument(),
                "-cpu",
                "max",
                "-m",
                spec.mebibytes() + "M",
                "-smp",
                "%d,sockets=%d,cores=%d,threads=1".formatted(spec.cpus(), MachineSpec.ZONES, spec.cpusPerZone()),
                "-numa",
                "dist,src=0,dst=1,val=" + MachineSpec.DISTANCE));
        for (var zone = 0; zone < MachineSpec.ZONES; zone++) {
            arguments.addAll(0, zone(zone));
        }
        return arguments;
    }

    private List<String> zone(int zone) {
        var first = zone * spec.cpusPerZone();
        return List.of(
                "-object",
                "memory-backend-ram,id=memory%d,size=%dM".formatted(zone, spec.mebibytesPerZone()),
                "-numa",
                "node,nodeid=%d,cpus=%d-%d,memdev=memory%d"
                        .formatted(zone, first, first + spec.cpusPerZone() - 1, zone));
    }

    private static List<String> devices(Path disk, String format) {
        var arguments = new ArrayList<>(List.of(
                "-drive",
                "if=none,id=disk,file=%s,format=%s,cache=unsafe".formatted(disk, format),
                "-device",
                "virtio-blk-pci,drive=disk,bus=pcie.0,addr=0x3",
                "-device",
                "virtio-rng-pci,bus=pcie.0,addr=0x4",
                // tells a resumed kernel that it is not alone with its random numbers
                "-device",
                "vmgenid,guid=auto"));
        IntStream.range(0, SLOTS)
                .mapToObj(slot -> List.of(
                        "-device",
                        "pcie-root-port,id=slot%d,chassis=%d,slot=%d,bus=pcie.0,addr=0x%x"
                                .formatted(slot, slot + 1, slot + 1, FIRST_SLOT_ADDRESS + slot)))
                .forEach(arguments::addAll);
        return arguments;
    }

    private List<String> boot(Path folder) {
        return List.of(
                "-kernel",
                kernel.resolve("vmlinuz").toString(),
                "-initrd",
                kernel.resolve("initrd").toString(),
                "-append",
                KERNEL_LINE,
                "-chardev",
                "file,id=console,append=on,path=" + console(folder),
                "-serial",
                "chardev:console",
                "-qmp",
                "unix:" + monitor(folder) + ",server=on,wait=off");
    }

    private static Path executable() {
        return Path.of(Execution.require("sh", "-c", "command -v " + PROGRAM).strip());
    }
}
