package io.numaresources.kubelet;

import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a group asks of its kubelets, before it is computed for one machine.
 *
 * @param cpuPolicy CPU manager policy
 * @param cpuOptions options of the static policy that are on
 * @param reconcilePeriod how often the kubelet writes CPU sets again
 * @param memoryPolicy memory manager policy
 * @param topology topology manager; its options are texts
 * @param cpus which CPUs are kept back
 * @param memory bytes of kubeReserved and systemReserved together; absent: as much as the node keeps back today
 */
public record Wish(
        CpuManagerPolicy cpuPolicy,
        SortedMap<String, String> cpuOptions,
        Duration reconcilePeriod,
        MemoryManagerPolicy memoryPolicy,
        OwnedConfiguration.Topology topology,
        Cpus cpus,
        Optional<Quantity> memory) {
    public Wish {
        cpuOptions = Collections.unmodifiableSortedMap(new TreeMap<>(cpuOptions));
    }

    /** Which CPUs are kept back for the system. */
    public sealed interface Cpus {
        /** What the node keeps back today, rounded up to whole cores and at least one core on each NUMA node. */
        record Computed() implements Cpus {}

        /**
         * Whole cores on each NUMA node.
         *
         * @param cores at least 1
         */
        record PerZone(int cores) implements Cpus {}

        /** Exactly these; pre-flight says where they split a core or aren't online. */
        record Exactly(CpuSet set) implements Cpus {}
    }
}
