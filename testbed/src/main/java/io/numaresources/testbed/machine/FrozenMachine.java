package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Execution;
import io.numaresources.testbed.process.LogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A machine that was booted once, has imported its images and was then stopped with its memory: resuming it takes seconds where booting an
 * emulated machine takes a minute. It has no name, no address and no kubelet configuration yet.
 *
 * @param folder folder with disk.img, memory, vmlinuz and initrd
 * @param qemu its hardware
 */
record FrozenMachine(Path folder, Qemu qemu) {

    private static final Duration BOOT = Duration.ofMinutes(30);
    private static final Duration FREEZE = Duration.ofMinutes(3);
    private static final String READY = "testbed: ready to be frozen";
    private static final long BYTES_PER_SECOND = 4L << 30;

    /** Boots the disk of a folder and freezes it. */
    static void freeze(Path folder, Qemu qemu) throws IOException {
        try (var process = qemu.start(folder, folder.resolve("disk.img"), "raw", List.of(), List.of());
                var monitor = Monitor.connect(qemu.monitor(folder), process)) {
            var console = new LogFile(qemu.console(folder));
            process.awaitUntil(
                    BOOT,
                    "has not imported its images",
                    console,
                    () -> console.text().contains(READY));
            monitor.execute("stop");
            monitor.execute("migrate-set-parameters", Map.of("max-bandwidth", BYTES_PER_SECOND));
            monitor.execute("migrate", Map.of("uri", "exec:cat > " + folder.resolve("memory")));
            process.awaitUntil(
                    FREEZE,
                    "has not been frozen",
                    console,
                    () -> "completed"
                            .equals(monitor.execute("query-migrate")
                                    .path("status")
                                    .asText()));
        }
        Files.deleteIfExists(qemu.monitor(folder));
    }

    /** Starts a copy of it in a folder; it runs when this returns. */
    Running resume(Path runFolder, List<String> launcher, List<String> more) {
        var disk = runFolder.resolve(qemu.spec().name() + ".qcow2");
        Execution.require(
                "qemu-img",
                "create",
                "-q",
                "-f",
                "qcow2",
                "-F",
                "raw",
                "-b",
                folder.resolve("disk.img").toString(),
                disk.toString());
        var arguments = new ArrayList<>(more);
        arguments.addAll(List.of("-incoming", "exec:cat " + folder.resolve("memory")));
        var process = qemu.start(runFolder, disk, "qcow2", launcher, arguments);
        try {
            var monitor = Monitor.connect(qemu.monitor(runFolder), process);
            process.awaitUntil(
                    FREEZE,
                    "has not read its memory",
                    () -> !"inmigrate"
                            .equals(monitor.execute("query-status")
                                    .path("status")
                                    .asText()));
            // it was frozen while it stood still, and so it is when it is back
            monitor.execute("cont");
            return new Running(process, monitor);
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    /** A machine that runs. */
    record Running(ChildProcess process, Monitor monitor) {}
}
