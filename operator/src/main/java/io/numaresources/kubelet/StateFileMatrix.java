package io.numaresources.kubelet;

import java.util.ArrayList;
import java.util.List;

/**
 * Which state files have to be out of the way before a kubelet starts with another configuration
 * (cm/cpumanager/policy_static.go and cm/memorymanager/policy_static.go, validateState; KEP-4540). They are moved, never deleted, and after a
 * drain only: the restarted kubelet allocates CPUs anew to pods that are still there.
 */
public final class StateFileMatrix {
    private static final String STRICT = "cpuManagerPolicyOptions." + PolicyOption.STRICT_RESERVATION.key();
    private static final int FIRST_WITH_POD_ENTRIES = 36;

    private StateFileMatrix() {}

    /** A state file that has to be moved, and why. */
    public record Move(StateFile file, String why) {}

    /**
     * What is different at the next start of the kubelet.
     *
     * @param before the configuration that ran last
     * @param after the configuration to run
     * @param from kubelet that wrote the files
     * @param to kubelet that reads them
     * @param cpusChanged whether other CPUs are online than when the files were written
     * @param memoryChanged whether memory, hugepages or NUMA nodes are others than when the files were written
     */
    public record Start(
            NormalForm before,
            NormalForm after,
            KubeletVersion from,
            KubeletVersion to,
            boolean cpusChanged,
            boolean memoryChanged) {
        boolean changes(String field) {
            return !before.value(field).equals(after.value(field));
        }

        boolean changesWithPrefix(String prefix) {
            return !before.values()
                    .subMap(prefix, prefix + Character.MAX_VALUE)
                    .equals(after.values().subMap(prefix, prefix + Character.MAX_VALUE));
        }
    }

    /** The files to move, each with the first reason that applies. */
    public static List<Move> moves(Start start) {
        var moves = new ArrayList<Move>();
        String cpu = cpuReason(start);
        if (!cpu.isEmpty()) {
            moves.add(new Move(StateFile.CPU, cpu));
        }
        String memory = memoryReason(start);
        if (!memory.isEmpty()) {
            moves.add(new Move(StateFile.MEMORY, memory));
        }
        return moves;
    }

    private static String cpuReason(Start start) {
        if (start.changes("cpuManagerPolicy")) {
            return "cpuManagerPolicy changes";
        }
        if (olderFormat(start)) {
            return "an older kubelet can't read its format";
        }
        if (!start.after().value("cpuManagerPolicy").equals("static")) {
            return "";
        }
        if (start.changes(STRICT)) {
            return PolicyOption.STRICT_RESERVATION.key() + " changes";
        }
        if (start.changes("reservedSystemCPUs")
                || start.changes("kubeReserved.cpu")
                || start.changes("systemReserved.cpu")) {
            return "the reserved CPUs change";
        }
        return start.cpusChanged() ? "other CPUs are online" : "";
    }

    private static String memoryReason(Start start) {
        if (start.changes("memoryManagerPolicy")) {
            return "memoryManagerPolicy changes";
        }
        if (olderFormat(start)) {
            return "an older kubelet can't read its format";
        }
        if (!start.after().value("memoryManagerPolicy").equals("Static")) {
            return "";
        }
        if (start.changesWithPrefix("reservedMemory.")
                || start.changes("kubeReserved.memory")
                || start.changes("systemReserved.memory")
                || start.changes("evictionHard.memory.available")) {
            return "the reserved memory changes";
        }
        return start.memoryChanged() ? "memory, hugepages or NUMA nodes are others than before" : "";
    }

    /** With the gate PodLevelResourceManagers (alpha 1.36, beta 1.37, off in both by default) the files have entries whose checksum an older kubelet rejects. */
    private static boolean olderFormat(Start start) {
        return start.from().minor() >= FIRST_WITH_POD_ENTRIES && start.to().compareTo(start.from()) < 0;
    }
}
