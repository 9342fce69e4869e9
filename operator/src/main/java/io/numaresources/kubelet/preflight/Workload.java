package io.numaresources.kubelet.preflight;

import java.util.List;
import java.util.function.Predicate;

/**
 * The pods of a node, and the room for them.
 *
 * @param pods all that are not terminated
 * @param freeCpuMillis thousandths of a CPU that the schedulable other nodes of the group have left
 * @param freeMemory bytes that they have left
 */
public record Workload(List<Pod> pods, long freeCpuMillis, long freeMemory) {
    public Workload {
        pods = List.copyOf(pods);
    }

    /** What a drain does with a pod. */
    public enum Kind {
        /** A controller makes it again elsewhere. */
        REPLACED,
        /** Nobody makes it again. */
        BARE,
        /** Of a DaemonSet: stays. */
        DAEMON,
        /** Mirror of a static pod: stays. */
        STATIC,
        /** Left out of the drain by drain.excludePods: stays. */
        EXCLUDED
    }

    /**
     * A pod.
     *
     * @param name namespace/name
     * @param kind what a drain does with it
     * @param exclusive whether it has CPUs of its own or devices, which the restarted kubelet would allocate anew
     * @param blockedByBudget whether a PodDisruptionBudget allows no disruption of it now
     * @param localStorage whether it has an emptyDir that is lost
     * @param cpuMillis requested thousandths of a CPU
     * @param memory requested bytes
     */
    public record Pod(
            String name,
            Kind kind,
            boolean exclusive,
            boolean blockedByBudget,
            boolean localStorage,
            long cpuMillis,
            long memory) {
        /** Whether it is on the node while the kubelet restarts. */
        public boolean stays() {
            return kind == Kind.DAEMON || kind == Kind.STATIC || kind == Kind.EXCLUDED;
        }
    }

    List<Pod> where(Predicate<Pod> condition) {
        return pods.stream().filter(condition).toList();
    }
}
