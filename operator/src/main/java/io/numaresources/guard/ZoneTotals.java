package io.numaresources.guard;

import io.numaresources.topology.Resources;
import io.numaresources.topology.Zone;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the zones of a group have in all, in base units: CPUs, bytes, devices.
 *
 * @param capacity all there is, by resource
 * @param allocatable what pods may have
 * @param available what no pod holds exclusively
 * @param largestSlot the most that is available in one zone
 * @param stranded share of the available CPUs that no pod of a quarter of its zone can have; 0 where no CPU is available
 */
public record ZoneTotals(
        SortedMap<String, Double> capacity,
        SortedMap<String, Double> allocatable,
        SortedMap<String, Double> available,
        SortedMap<String, Double> largestSlot,
        double stranded) {
    private static final int SLOTS = 4;
    private static final double MILLI = 1000;

    /** The totals of zones. */
    public static ZoneTotals of(Collection<Zone> zones) {
        var capacity = new TreeMap<String, Double>();
        var allocatable = new TreeMap<String, Double>();
        var available = new TreeMap<String, Double>();
        var largest = new TreeMap<String, Double>();
        double free = 0;
        double left = 0;
        for (var zone : zones) {
            add(capacity, zone.capacity());
            add(allocatable, zone.allocatable());
            add(available, zone.available());
            zone.available().amounts().forEach((name, amount) -> largest.merge(name, base(name, amount), Math::max));
            double cpus = base(Resources.CPU, zone.available().get(Resources.CPU));
            double slot = Math.max(
                    1, Math.floor(base(Resources.CPU, zone.allocatable().get(Resources.CPU)) / SLOTS));
            free += cpus;
            left += cpus % slot;
        }
        return new ZoneTotals(capacity, allocatable, available, largest, free == 0 ? 0 : left / free);
    }

    private static void add(SortedMap<String, Double> sums, Resources amounts) {
        amounts.amounts().forEach((name, amount) -> sums.merge(name, base(name, amount), Double::sum));
    }

    private static double base(String name, long amount) {
        return Resources.CPU.equals(name) ? amount / MILLI : amount;
    }
}
