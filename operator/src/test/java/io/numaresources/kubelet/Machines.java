package io.numaresources.kubelet;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Machines for tests; CPUs are numbered as Linux does: first one of each core, then the siblings. */
public final class Machines {
    public static final long GIB = 1L << 30;

    private Machines() {}

    /** Equal NUMA nodes with siblings numbered after all cores, 16 GiB each. */
    public static Machine of(int sockets, int zones, int coresPerZone, int threads) {
        return of(sockets, zones, coresPerZone, threads, 16 * GIB);
    }

    public static Machine of(int sockets, int zones, int coresPerZone, int threads, long memoryPerZone) {
        var all = new ArrayList<Machine.Zone>();
        for (int zone = 0; zone < zones; zone++) {
            var cores = new ArrayList<CpuSet>();
            for (int core = 0; core < coresPerZone; core++) {
                int first = zone * coresPerZone + core;
                cores.add(CpuSet.union(IntStream.range(0, threads)
                        .mapToObj(thread -> CpuSet.of(first + thread * zones * coresPerZone))
                        .toList()));
            }
            int self = zone;
            var distances = IntStream.range(0, zones)
                    .mapToObj(other -> other == self ? 10 : 21)
                    .toList();
            all.add(new Machine.Zone(zone, cores, memoryPerZone, new TreeMap<>(), distances));
        }
        return new Machine(sockets, all, CpuSet.EMPTY);
    }

    /** The same machine with other NUMA nodes. */
    public static Machine with(Machine machine, List<Machine.Zone> zones) {
        return new Machine(machine.sockets(), zones, machine.isolated());
    }
}
