package io.numaresources.kubelet;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hardware that reservations are computed for.
 *
 * @param sockets physical packages
 * @param zones NUMA nodes by ascending number, also those without CPUs or without memory
 * @param isolated CPUs that the kernel keeps tasks off (isolcpus)
 */
public record Machine(int sockets, List<Zone> zones, CpuSet isolated) {
    public Machine {
        zones = List.copyOf(zones);
    }

    /**
     * A NUMA node.
     *
     * @param id its number
     * @param cores physical cores, each with the online CPUs that share it
     * @param memory bytes in all (MemTotal), hugepages included
     * @param hugepages bytes set aside for hugepages, by page size in bytes
     * @param distances to each NUMA node in the order of their numbers; empty where the machine tells none
     */
    public record Zone(
            int id, List<CpuSet> cores, long memory, SortedMap<Long, Long> hugepages, List<Integer> distances) {
        public Zone {
            cores = List.copyOf(cores);
            hugepages = Collections.unmodifiableSortedMap(new TreeMap<>(hugepages));
            distances = List.copyOf(distances);
        }

        /** Online CPUs. */
        public CpuSet cpus() {
            return CpuSet.union(cores);
        }

        /** Bytes that are no hugepages. */
        public long plainMemory() {
            return memory
                    - hugepages.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Online CPUs of all NUMA nodes. */
    public CpuSet cpus() {
        return CpuSet.union(zones.stream().map(Zone::cpus).toList());
    }

    /** Bytes of all NUMA nodes. */
    public long memory() {
        return zones.stream().mapToLong(Zone::memory).sum();
    }

    /** All physical cores. */
    public List<CpuSet> cores() {
        return zones.stream().flatMap(zone -> zone.cores().stream()).toList();
    }

    /** Whether all cores have the same number of CPUs; hybrid processors, and machines with a sibling offline, don't. */
    public boolean uniformCores() {
        return cores().stream().map(CpuSet::size).distinct().count() <= 1;
    }
}
