package io.numaresources.guard;

import io.numaresources.time.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Keeps a mark from coming and going with every flicker of its reason: a node gets it when the reason has lasted, and loses it when the reason has been away for
 * as long. What is marked already is the memory, so that a new process goes on where the last one was. For one thread at a time.
 */
final class Settling {
    private final Duration before;
    private final Duration after;
    private final Map<String, Moment> turning = new HashMap<>();

    /**
     * @param before how long the reason must last before a node is marked
     * @param after how long the reason must be away before a mark is taken off
     */
    Settling(Duration before, Duration after) {
        this.before = before;
        this.after = after;
    }

    /**
     * The nodes that are to be marked now.
     *
     * @param reasons nodes that have a reason now
     * @param marked nodes that are marked, of those which may be
     */
    SortedSet<String> settled(Collection<String> reasons, Set<String> marked, Instant now) {
        var nodes = new TreeSet<>(reasons);
        nodes.addAll(marked);
        turning.keySet().removeIf(node -> reasons.contains(node) == marked.contains(node));
        var settled = new TreeSet<String>();
        for (var node : nodes) {
            boolean wanted = reasons.contains(node);
            boolean turns = wanted != marked.contains(node)
                    && turning.computeIfAbsent(node, key -> Moment.of(now)).over(wanted ? before : after, now);
            if (turns ? wanted : marked.contains(node)) {
                settled.add(node);
            }
        }
        return settled;
    }

    /** How long until a node may turn without any news; empty for never. */
    Optional<Duration> next(Set<String> marked, Instant now) {
        return turning.entrySet().stream()
                .map(entry -> entry.getValue().left(marked.contains(entry.getKey()) ? after : before, now))
                .filter(Duration::isPositive)
                .min(Duration::compareTo);
    }
}
