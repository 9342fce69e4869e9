package io.numaresources.topology;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A node as it stands.
 *
 * @param name name of the Node
 * @param rules what its kubelet does
 * @param zones its NUMA zones, sorted by id; empty where nothing is published
 * @param allocatable allocatable of the Node object; {@link Resources#NONE} where it isn't known, and the checks of node totals
 *     are left out then
 * @param free allocatable less the requests of all pods on the node, with {@code pods} among it
 * @param memoryGroups for each zone id the zones whose memory some pod spans together with it: 0 when no pod has memory there,
 *     its own bit when pods have memory of this zone alone. Not published; where it is empty, memory in use is taken to span no zones
 * @param tenants pods on it, for remedies; may be empty
 */
public record NumaNode(
        String name,
        KubeletRules rules,
        List<Zone> zones,
        Resources allocatable,
        Resources free,
        Optional<Map<Integer, Long>> memoryGroups,
        List<Tenant> tenants) {

    public NumaNode {
        zones = zones.stream().sorted(Comparator.comparingInt(Zone::id)).toList();
        var ids = new HashSet<Integer>();
        for (Zone zone : zones) {
            if (!ids.add(zone.id())) {
                throw new IllegalArgumentException("node " + name + " has zone " + zone.id() + " twice");
            }
        }
        memoryGroups = memoryGroups.map(Map::copyOf);
        tenants = List.copyOf(tenants);
    }

    /** A node of which only the zones and the published attributes are known. */
    public static NumaNode published(String name, KubeletRules rules, List<Zone> zones) {
        return new NumaNode(name, rules, zones, Resources.NONE, Resources.NONE, Optional.empty(), List.of());
    }

    /** The same node with no pod on it. */
    public NumaNode emptied() {
        return new NumaNode(
                name,
                rules,
                mapped(zone -> zone.withAvailable(zone.allocatable())),
                allocatable,
                allocatable,
                Optional.of(Map.of()),
                List.of());
    }

    /** The same node with another policy and scope, as if its pods stayed where they are. */
    public NumaNode with(AlignmentPolicy policy, AlignmentScope scope) {
        return new NumaNode(name, rules.with(policy, scope), zones, allocatable, free, memoryGroups, tenants);
    }

    /** The same node with more known of its pods. */
    NumaNode with(List<Tenant> others) {
        return new NumaNode(name, rules, zones, allocatable, free, memoryGroups, others);
    }

    /** The same node after the named pods left. */
    public NumaNode without(Set<String> names) {
        var leaving = tenants.stream().filter(t -> names.contains(t.name())).toList();
        var staying = tenants.stream().filter(t -> !names.contains(t.name())).toList();
        var freed = leaving.stream().map(Tenant::requests).reduce(Resources.NONE, Resources::plus);
        var groups = memoryGroups.map(old -> groupsOf(old, staying));
        return new NumaNode(
                name,
                rules,
                mapped(zone -> zone.withAvailable(leaving.stream()
                        .map(t -> t.held().getOrDefault(zone.id(), Resources.NONE))
                        .reduce(zone.available(), Resources::plus))),
                allocatable,
                allocatable.isEmpty() ? free : free.plus(freed).plus(podCount(leaving.size())),
                groups,
                staying);
    }

    /** What its pods hold in zones that nobody publishes. */
    Resources unlisted() {
        var sum = Resources.NONE;
        for (Tenant tenant : tenants) {
            if (!tenant.unlisted().isEmpty()) {
                sum = sum.plus(tenant.unlisted());
            }
        }
        return sum;
    }

    /** The same node with so much less available in every zone. */
    NumaNode less(Resources amounts) {
        return new NumaNode(
                name,
                rules,
                mapped(zone -> zone.withAvailable(zone.available().minus(amounts))),
                allocatable,
                free,
                memoryGroups,
                tenants);
    }

    private static Resources podCount(int pods) {
        return new Resources(Map.of("pods", (long) pods));
    }

    /** A zone that no staying pod has memory of is bound to no other. */
    private static Map<Integer, Long> groupsOf(Map<Integer, Long> old, List<Tenant> staying) {
        return old.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        e -> staying.stream()
                                        .map(t -> t.held().getOrDefault(e.getKey(), Resources.NONE))
                                        .anyMatch(held -> held.names().stream().anyMatch(Resources::isMemory))
                                ? e.getValue()
                                : 0L));
    }

    private List<Zone> mapped(UnaryOperator<Zone> change) {
        return zones.stream().map(change).toList();
    }
}
