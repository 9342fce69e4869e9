package io.numaresources.topology;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Measures of what is free. */
public final class Capacity {
    private Capacity() {}

    /**
     * The best zone of a group of nodes.
     *
     * @param node its node
     * @param zone its id
     * @param available all that is free there
     */
    public record Slot(String node, int zone, Resources available) {}

    /**
     * Free amounts and what a shape can make of them.
     *
     * @param pods pods of the shape that fit
     * @param free free in the zones of all nodes, by resource of the shape
     * @param stranded the part that is left when those pods are placed
     */
    public record Stranded(long pods, Resources free, Resources stranded) {

        /** Stranded share of a resource, 0 to 1. */
        public double share(String resource) {
            return free.get(resource) == 0 ? 0 : (double) stranded.get(resource) / free.get(resource);
        }
    }

    /** For each group of nodes the zone with most of a resource free: the largest request that can be aligned there. */
    public static Map<String, Slot> largestSlots(Map<String, ? extends Collection<NumaNode>> groups, String resource) {
        var slots = new LinkedHashMap<String, Slot>();
        groups.forEach((group, nodes) -> largestSlot(nodes, resource).ifPresent(slot -> slots.put(group, slot)));
        return slots;
    }

    private static Optional<Slot> largestSlot(Collection<NumaNode> nodes, String resource) {
        return nodes.stream()
                .flatMap(node -> node.zones().stream().map(zone -> new Slot(node.name(), zone.id(), zone.available())))
                .filter(slot -> slot.available().get(resource) > 0)
                .max(Comparator.comparingLong(slot -> slot.available().get(resource)));
    }

    /** What pods of the shape can't use although it is free, for the resources of the shape that zones have. */
    public static Stranded stranded(Collection<NumaNode> nodes, PodShape shape) {
        long pods = WhatIf.fit(nodes, shape, new Scenario.Now()).pods();
        var free = new TreeMap<String, Long>();
        var left = new TreeMap<String, Long>();
        shape.requests().amounts().forEach((name, amount) -> {
            boolean zoned = nodes.stream()
                    .flatMap(n -> n.zones().stream())
                    .anyMatch(z -> z.available().has(name));
            if (zoned && amount > 0) {
                long sum = nodes.stream()
                        .flatMap(n -> n.zones().stream())
                        .mapToLong(z -> z.available().get(name))
                        .sum();
                free.put(name, sum);
                left.put(name, Math.max(0, sum - pods * amount));
            }
        });
        return new Stranded(pods, new Resources(free), new Resources(left));
    }
}
