package io.numaresources.testbed.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What stands for a NUMA machine. */
enum MachineKind {
    /** QEMU, with NUMA nodes of its own. */
    EMULATED(Map.of(
            "qemu-system-x86_64", "qemu-system-x86",
            "qemu-img", "qemu-utils",
            "mke2fs", "e2fsprogs")),
    /** A container with systemd, whose NUMA nodes are made up in its /sys. */
    CONTAINER(Map.of("systemd-nspawn", "systemd-container")),
    ;

    /** Environment variable with the kind to use: emulated or container. */
    static final String VARIABLE = "TESTBED_MACHINES";

    private static final Map<String, String> COMMON = Map.of(
            "mmdebstrap", "mmdebstrap",
            "ip", "iproute2",
            "nsenter", "util-linux",
            "ssh", "openssh-client",
            "openssl", "openssl");

    /** Containers share the host's controllers, each with a branch of its own; that was tried with version 1 only. */
    private static final Path CPUSETS = Path.of("/sys/fs/cgroup/cpuset/cpuset.cpus");

    private final Map<String, String> programs;

    MachineKind(Map<String, String> programs) {
        this.programs = programs;
    }

    /** Debian package of each program that is needed. */
    Map<String, String> packages() {
        var all = new LinkedHashMap<>(COMMON);
        all.putAll(programs);
        return all;
    }

    /**
     * The kind that the environment asks for; otherwise QEMU where it is fast or nothing else works, since its NUMA nodes are real.
     *
     * @throws IllegalArgumentException if the environment asks for another one
     */
    static MachineKind ofHost() {
        var wanted = System.getenv().getOrDefault(VARIABLE, "");
        return switch (wanted.toLowerCase(Locale.ROOT)) {
            case "emulated" -> EMULATED;
            case "container" -> CONTAINER;
            case "" -> Accelerator.mayBeKvm() || !Files.exists(CPUSETS) ? EMULATED : CONTAINER;
            default ->
                throw new IllegalArgumentException(VARIABLE + "=" + wanted + " is unknown: use emulated or container");
        };
    }
}
