package io.numaresources.status;

import io.numaresources.api.v1alpha1.Consistency;
import io.numaresources.api.v1alpha1.NodeDifference;
import io.numaresources.guard.PoolConsistency;
import java.util.TreeMap;

/** How alike the nodes of a group are, as the status says it. */
final class ConsistencySummary {
    private static final int MOST_DIFFERENCES = 20;

    private ConsistencySummary() {}

    static Consistency of(PoolConsistency pool) {
        var baseline = new TreeMap<String, String>();
        pool.baseline().forEach((trait, value) -> baseline.put(trait.name(), value));
        return new Consistency(
                pool.nodes(),
                pool.differences().size(),
                baseline,
                pool.mixed().keySet().stream().map(trait -> trait.name()).toList(),
                pool.differences().entrySet().stream()
                        .flatMap(node -> node.getValue().stream()
                                .map(difference -> new NodeDifference(
                                        node.getKey(), difference.trait().name(), difference.value())))
                        .limit(MOST_DIFFERENCES)
                        .toList());
    }
}
