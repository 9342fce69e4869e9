package io.numaresources.kubelet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** How much of which CPUs and of which NUMA node's memory is kept back. */
public final class Reservations {
    /** Bytes that kubeReserved and systemReserved amount to at least: kubelet, container runtime, systemd and sshd need about that much. */
    public static final long LEAST_MEMORY = 512L << 20;

    private static final long MEBIBYTE = 1L << 20;

    private Reservations() {}

    /**
     * The CPUs to keep back: always whole cores, the lowest of each NUMA node, except where a set is given.
     *
     * @param wish what the group asks for
     * @param machine the hardware
     * @param today what the node keeps back already
     */
    public static CpuSet cpus(Wish.Cpus wish, Machine machine, Current today) {
        return switch (wish) {
            case Wish.Cpus.Exactly(CpuSet set) -> set;
            case Wish.Cpus.PerZone(int cores) -> lowestCores(machine, cores);
            case Wish.Cpus.Computed() ->
                today.reservedSystemCpus().isEmpty()
                        ? computed(machine, today.reserved().both("cpu").wholeCpus())
                        : today.reservedSystemCpus();
        };
    }

    /** One core of each NUMA node, or as many more as hold the amount that is reserved today. */
    private static CpuSet computed(Machine machine, int atLeast) {
        int most = machine.zones().stream()
                .mapToInt(zone -> zone.cores().size())
                .max()
                .orElse(0);
        int cores = 1;
        while (cores < most && lowestCores(machine, cores).size() < atLeast) {
            cores++;
        }
        return lowestCores(machine, cores);
    }

    private static CpuSet lowestCores(Machine machine, int perZone) {
        var chosen = new ArrayList<CpuSet>();
        for (var zone : machine.zones()) {
            zone.cores().stream()
                    .filter(core -> !core.isEmpty())
                    .sorted(Comparator.comparing(core -> core.cpus().first()))
                    .limit(perZone)
                    .forEach(chosen::add);
        }
        return CpuSet.union(chosen);
    }

    /**
     * Spreads memory over NUMA nodes in proportion to what they have besides hugepages, in whole MiB but for the remainder, which goes to the
     * first. NUMA nodes without CPUs get nothing: the system's daemons don't run there. The parts add up to the total exactly, else the
     * kubelet refuses to start (cm/memorymanager/memory_manager.go).
     *
     * @param bytes total, kubeReserved + systemReserved + evictionHard
     * @return bytes by NUMA node; nodes that get nothing are left out, since the kubelet refuses a zero
     */
    public static SortedMap<Integer, Long> memory(Machine machine, long bytes) {
        var shares = new TreeMap<Integer, Long>();
        var zones = holders(machine);
        if (bytes <= 0 || zones.isEmpty()) {
            return shares;
        }
        long available = zones.stream().mapToLong(Machine.Zone::plainMemory).sum();
        long left = bytes;
        for (var zone : zones.subList(1, zones.size())) {
            long share = (long) ((double) bytes * zone.plainMemory() / available) / MEBIBYTE * MEBIBYTE;
            if (share > 0) {
                shares.put(zone.id(), share);
                left -= share;
            }
        }
        shares.put(zones.getFirst().id(), left);
        return shares;
    }

    private static List<Machine.Zone> holders(Machine machine) {
        var withMemory =
                machine.zones().stream().filter(zone -> zone.plainMemory() > 0).toList();
        var withCpus =
                withMemory.stream().filter(zone -> !zone.cores().isEmpty()).toList();
        return withCpus.isEmpty() ? withMemory : withCpus;
    }
}
