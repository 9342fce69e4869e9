package io.numaresources.node;

import io.numaresources.api.v1alpha1.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads what pre-flight asks of an operating system. */
final class HostReader {
    private static final Duration RECENT = Duration.ofMinutes(10);
    private static final int MOUNT_POINT = 4;
    private static final int OPTIONS = 5;

    private final Host host;
    private final InstantSource clock;

    HostReader(Host host, InstantSource clock) {
        this.host = host;
        this.clock = clock;
    }

    HostFacts read(Inspection inspection, Units units, Duration clockSkew) {
        var unit = units.of(inspection.kubelet().placement());
        var places = List.of("/etc", inspection.kubelet().rootDirectory());
        return new HostFacts(
                host.text("/proc/sys/kernel/random/boot_id").orElse(null),
                places.stream().allMatch(this::writable),
                units.bus(),
                unit.filter(state -> state.active().equals("failed")).isPresent(),
                unit.map(this::recentRestarts).orElse(0),
                places.stream()
                        .map(host::path)
                        .mapToLong(HostReader::free)
                        .min()
                        .orElse(0),
                clockSkew.toMillis(),
                units.rebootPending() || inspection.rebootPending(),
                unit.map(UnitState::reloadNeeded).orElse(false),
                inspection.cgroupVersion(),
                inspection.cpusetController());
    }

    /** systemd counts restarts since somebody started the unit; when the last one was is when the process started. */
    private int recentRestarts(UnitState unit) {
        boolean recently = Optional.ofNullable(unit.started())
                .filter(started ->
                        Instant.parse(started).isAfter(clock.instant().minus(RECENT)))
                .isPresent();
        return recently ? unit.restarts() : 0;
    }

    /** By the mount table of the host's first process, since the pod's own mounts may be read-only (proc_pid_mountinfo(5)). */
    private boolean writable(String directory) {
        String options = "rw";
        String found = "";
        for (String line : host.text("/proc/1/mountinfo").orElse("").lines().toList()) {
            String[] fields = line.split(" ");
            if (fields.length <= OPTIONS) {
                continue;
            }
            String point = fields[MOUNT_POINT];
            boolean above = point.equals("/") || directory.equals(point) || directory.startsWith(point + "/");
            // a later line is mounted over an earlier one
            if (above && point.length() >= found.length()) {
                found = point;
                options = fields[OPTIONS] + "," + fields[fields.length - 1];
            }
        }
        return !Arrays.asList(options.split(",")).contains("ro");
    }

    private static long free(Path directory) {
        try {
            var present = directory;
            while (!Files.exists(present)) {
                present = present.getParent();
            }
            return Files.getFileStore(present).getUsableSpace();
        } catch (IOException e) {
            return 0;
        }
    }
}
