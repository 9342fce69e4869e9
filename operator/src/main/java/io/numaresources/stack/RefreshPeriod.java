package io.numaresources.stack;

import java.util.List;

/**
 * Default time between two updates of a node. Each update of a node writes an object whose size grows with its zones, so the
 * period keeps the writes of the whole cluster at about a hundred zones a second: 10 seconds up to 500 machines with two
 * zones, a minute for thousands. Three steps only: each change restarts every updater, and a cluster that grows to thousands of nodes
 * would roll them again before the last rollout ended.
 */
final class RefreshPeriod {
    private static final int ZONES_PER_SECOND = 100;
    private static final List<Integer> STEPS = List.of(10, 30);
    private static final int LONGEST = 60;

    private RefreshPeriod() {}

    /** Seconds between two updates, 10 to 60. */
    static int seconds(List<GroupFacts> groups) {
        long zones = groups.stream()
                .mapToLong(group -> (long) group.nodes() * Math.max(2, group.zones()))
                .sum();
        return STEPS.stream()
                .filter(step -> zones <= (long) step * ZONES_PER_SECOND)
                .findFirst()
                .orElse(LONGEST);
    }
}
