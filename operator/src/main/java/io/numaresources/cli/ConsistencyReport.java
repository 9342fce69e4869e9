package io.numaresources.cli;

import io.numaresources.guard.PoolConsistency;
import io.numaresources.guard.Trait;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The answer of {@code consistency}.
 *
 * @param pools groups, in order
 */
record ConsistencyReport(List<PoolConsistency> pools) {

    String print(Format format) {
        return format.machine()
                ? format.of(pools.stream().map(ConsistencyReport::tree).toList())
                : pools.stream().map(pool -> text(pool, format == Format.WIDE)).collect(Collectors.joining("\n"));
    }

    private static String text(PoolConsistency pool, boolean wide) {
        var text = new StringBuilder("%s: %s\n"
                .formatted(
                        pool.group().isEmpty() ? "All nodes" : "Group " + pool.group(),
                        pool.alike()
                                ? "%d nodes, all alike.".formatted(pool.nodes())
                                : "%d nodes, %d differ from most."
                                        .formatted(
                                                pool.nodes(), pool.differences().size())));
        var differences = new Table("NODE", "KIND", "TRAIT", "VALUE", "MOST HAVE");
        pool.differences()
                .forEach((node, all) -> all.forEach(difference -> differences.row(
                        node,
                        kind(difference.trait()),
                        difference.trait().name(),
                        difference.value(),
                        difference.expected())));
        pool.mixed().forEach((trait, counts) -> differences.row("-", kind(trait), trait.name(), counts(counts), "-"));
        if (!differences.isEmpty()) {
            text.append(differences);
        }
        if (wide) {
            var baseline = new Table("KIND", "TRAIT", "MOST HAVE");
            pool.baseline().forEach((trait, value) -> baseline.row(kind(trait), trait.name(), value));
            text.append('\n').append(baseline);
        }
        return text.toString();
    }

    private static String counts(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " on " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    private static Map<String, Object> tree(PoolConsistency pool) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("group", pool.group());
        tree.put("nodes", pool.nodes());
        tree.put("alike", pool.alike());
        tree.put("baseline", names(pool.baseline()));
        tree.put("mixed", names(pool.mixed()));
        tree.put(
                "differences",
                pool.differences().entrySet().stream()
                        .flatMap(node -> node.getValue().stream().map(difference -> tree(node.getKey(), difference)))
                        .toList());
        return tree;
    }

    private static Map<String, Object> tree(String node, PoolConsistency.Difference difference) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("node", node);
        tree.put("kind", kind(difference.trait()));
        tree.put("trait", difference.trait().name());
        tree.put("value", difference.value());
        tree.put("expected", difference.expected());
        return tree;
    }

    private static <V> Map<String, V> names(Map<Trait, V> byTrait) {
        var names = new TreeMap<String, V>();
        byTrait.forEach((trait, value) -> names.put(trait.name(), value));
        return names;
    }

    private static String kind(Trait trait) {
        return trait.kind().name().toLowerCase(Locale.ROOT);
    }
}
