package io.numaresources.testbed.machine;

import java.util.Map;

/**
 * A machine with two NUMA nodes of the same size, one a socket, without SMT.
 *
 * @param name name of machine and Node
 * @param layout how its kubelet is configured
 * @param cpusPerZone CPUs of a NUMA node
 * @param mebibytesPerZone memory of a NUMA node in MiB; the kernel keeps some of it
 * @param labels labels of the Node
 */
public record MachineSpec(
        String name, KubeletLayout layout, int cpusPerZone, int mebibytesPerZone, Map<String, String> labels) {

    /** NUMA nodes of a machine. */
    public static final int ZONES = 2;

    /** Distance between the NUMA nodes, as firmware reports it for two sockets. */
    public static final int DISTANCE = 21;

    private static final int CPUS = 4;
    private static final int MEBIBYTES = 2048;

    /** Copies the labels. */
    public MachineSpec {
        labels = Map.copyOf(labels);
    }

    /** A worker with four CPUs and 2 GiB a zone. */
    public static MachineSpec of(String name, KubeletLayout layout) {
        return new MachineSpec(name, layout, CPUS, MEBIBYTES, Map.of("node-role.kubernetes.io/worker", ""));
    }

    /** The same machine with other labels. */
    public MachineSpec withLabels(Map<String, String> other) {
        return new MachineSpec(name, layout, cpusPerZone, mebibytesPerZone, other);
    }

    int cpus() {
        return ZONES * cpusPerZone;
    }

    int mebibytes() {
        return ZONES * mebibytesPerZone;
    }
}
