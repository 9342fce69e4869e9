package io.numaresources.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Other zones on the same hardware. */
final class Layout {
    private static final int LOCAL = 10;
    private static final int NEIGHBOUR = 12;

    private Layout() {}

    static NumaNode split(NumaNode node, int parts) {
        var zones = new ArrayList<Zone>();
        for (int i = 0; i < node.zones().size(); i++) {
            Zone zone = node.zones().get(i);
            var reserved = new HashMap<String, Long>();
            zone.capacity()
                    .amounts()
                    .forEach((name, amount) ->
                            reserved.put(name, amount - zone.allocatable().get(name)));
            for (int part = 0; part < parts; part++) {
                var capacity = part(zone.capacity(), part, parts);
                var allocatable = less(capacity, zone.allocatable(), reserved);
                zones.add(new Zone(
                        i * parts + part,
                        capacity,
                        allocatable,
                        allocatable,
                        Map.of(),
                        OptionalInt.of(zone.socket().orElse(zone.id()))));
            }
        }
        return with(
                node,
                zones,
                (a, b) -> node.zones().get(a / parts).costs().isEmpty()
                        ? 0
                        : a == b
                                ? LOCAL
                                : a / parts == b / parts
                                        ? NEIGHBOUR
                                        : cost(
                                                node.zones().get(a / parts),
                                                node.zones().get(b / parts)));
    }

    private static Resources part(Resources all, int part, int parts) {
        var some = new TreeMap<String, Long>();
        all.amounts().forEach((name, amount) -> {
            long unit = Resources.CPU.equals(name) ? 1000 : 1;
            long units = amount / unit;
            some.put(name, (units / parts + (part < units % parts ? 1 : 0)) * unit);
        });
        return new Resources(some);
    }

    /** Takes what is reserved from this part as far as it goes. */
    private static Resources less(Resources capacity, Resources pods, Map<String, Long> reserved) {
        var left = new TreeMap<String, Long>();
        capacity.amounts().forEach((name, amount) -> {
            if (pods.has(name)) {
                long taken = Math.min(amount, reserved.get(name));
                reserved.merge(name, -taken, Long::sum);
                left.put(name, amount - taken);
            }
        });
        return new Resources(left);
    }

    static NumaNode join(NumaNode node, int neighbours) {
        var zones = new ArrayList<Zone>();
        var old = node.zones();
        for (int i = 0; i < old.size(); i += neighbours) {
            var group = old.subList(i, Math.min(old.size(), i + neighbours));
            var allocatable = group.stream().map(Zone::allocatable).reduce(Resources.NONE, Resources::plus);
            zones.add(new Zone(
                    i / neighbours,
                    group.stream().map(Zone::capacity).reduce(Resources.NONE, Resources::plus),
                    allocatable,
                    allocatable,
                    Map.of(),
                    group.getFirst().socket()));
        }
        return with(node, zones, (a, b) -> a == b ? LOCAL : cost(old.get(a * neighbours), old.get(b * neighbours)));
    }

    private static int cost(Zone from, Zone to) {
        return from.costs().getOrDefault(to.id(), 0);
    }

    private interface Cost {
        int between(int a, int b);
    }

    private static NumaNode with(NumaNode node, List<Zone> zones, Cost cost) {
        boolean known = node.zones().stream().noneMatch(z -> z.costs().isEmpty());
        var placed = zones.stream()
                .map(z -> {
                    var costs = new HashMap<Integer, Integer>();
                    for (Zone other : known ? zones : List.<Zone>of()) {
                        costs.put(other.id(), cost.between(z.id(), other.id()));
                    }
                    return new Zone(z.id(), z.capacity(), z.allocatable(), z.available(), costs, z.socket());
                })
                .toList();
        return new NumaNode(
                node.name(),
                node.rules(),
                placed,
                node.allocatable(),
                node.allocatable(),
                Optional.of(Map.of()),
                List.of());
    }
}
