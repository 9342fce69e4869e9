package io.numaresources.guard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How alike the nodes of a group are: what most of them have, and which ones differ in what. What fewer than all and more than half of the nodes have is
 * the baseline; where no value has that, there is none and no node is to blame.
 *
 * @param group the group
 * @param nodes number of nodes that were compared
 * @param baseline values that more than half of the nodes have
 * @param mixed number of nodes by value, where no value has more than half
 * @param differences nodes and traits that differ from the baseline, by node
 */
public record PoolConsistency(
        String group,
        int nodes,
        SortedMap<Trait, String> baseline,
        SortedMap<Trait, SortedMap<String, Integer>> mixed,
        SortedMap<String, List<Difference>> differences) {
    private static final Trait MEMORY = Trait.hardware("memory by zone");
    /** Machines of one model differ by what firmware keeps for itself. */
    private static final double SAME_MEMORY = 0.02;

    /**
     * What a node has otherwise than most.
     *
     * @param trait in what it differs
     * @param value what it has
     * @param expected what most have
     */
    public record Difference(Trait trait, String value, String expected) {
        /** For people. */
        public String text() {
            return "%s %s, most have %s".formatted(trait.name(), value, expected);
        }
    }

    /** Compares nodes. */
    public static PoolConsistency of(String group, Collection<NodeProfile> profiles) {
        var values = new TreeMap<Trait, Map<String, String>>();
        for (var profile : profiles) {
            profile.traits()
                    .forEach((trait, value) -> values.computeIfAbsent(trait, key -> new HashMap<>())
                            .put(profile.node(), value));
        }
        var memory = memory(profiles);
        if (!memory.isEmpty()) {
            values.put(MEMORY, memory);
        }
        var baseline = new TreeMap<Trait, String>();
        var mixed = new TreeMap<Trait, SortedMap<String, Integer>>();
        var differences = new TreeMap<String, List<Difference>>();
        values.forEach((trait, byNode) -> {
            var counts = new TreeMap<String, Integer>();
            byNode.values().forEach(value -> counts.merge(value, 1, Integer::sum));
            var most = counts.entrySet().stream()
                    .max(Comparator.comparing(Map.Entry::getValue))
                    .orElseThrow();
            if (most.getValue() * 2 <= byNode.size()) {
                mixed.put(trait, counts);
                return;
            }
            baseline.put(trait, most.getKey());
            byNode.forEach((node, value) -> {
                if (!value.equals(most.getKey())) {
                    differences
                            .computeIfAbsent(node, key -> new ArrayList<>())
                            .add(new Difference(trait, value, most.getKey()));
                }
            });
        });
        return new PoolConsistency(group, profiles.size(), baseline, mixed, differences);
    }

    /** The same without traits of a kind. */
    public PoolConsistency without(Trait.Kind kind) {
        var left = new TreeMap<String, List<Difference>>();
        differences.forEach((node, all) -> {
            var others = all.stream()
                    .filter(difference -> difference.trait().kind() != kind)
                    .toList();
            if (!others.isEmpty()) {
                left.put(node, others);
            }
        });
        return new PoolConsistency(group, nodes, without(baseline, kind), without(mixed, kind), left);
    }

    /** Whether all nodes are alike. */
    public boolean alike() {
        return mixed.isEmpty() && differences.isEmpty();
    }

    private static <V> SortedMap<Trait, V> without(SortedMap<Trait, V> all, Trait.Kind kind) {
        var left = new TreeMap<>(all);
        left.keySet().removeIf(trait -> trait.kind() == kind);
        return left;
    }

    /** Nodes whose zones have about the same memory have the same value: that of the first of them. */
    private static Map<String, String> memory(Collection<NodeProfile> profiles) {
        var known = new ArrayList<List<Long>>();
        var values = new HashMap<String, String>();
        profiles.stream()
                .filter(profile -> !profile.memory().isEmpty())
                .sorted(Comparator.comparing(NodeProfile::memory, PoolConsistency::compare)
                        .thenComparing(NodeProfile::node))
                .forEach(profile -> {
                    var same = known.stream()
                            .filter(other -> same(other, profile.memory()))
                            .findFirst();
                    if (same.isEmpty()) {
                        known.add(profile.memory());
                    }
                    values.put(profile.node(), text(same.orElse(profile.memory())));
                });
        return values;
    }

    private static int compare(List<Long> one, List<Long> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            int order = Long.compare(one.get(i), other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.size(), other.size());
    }

    private static boolean same(List<Long> one, List<Long> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (Math.abs(one.get(i) - other.get(i)) > one.get(i) * SAME_MEMORY) {
                return false;
            }
        }
        return true;
    }

    private static String text(List<Long> memory) {
        return memory.stream()
                .map(bytes -> String.format(java.util.Locale.ROOT, "%.1fGi", bytes / (double) (1L << 30)))
                .collect(Collectors.joining(" "));
    }
}
