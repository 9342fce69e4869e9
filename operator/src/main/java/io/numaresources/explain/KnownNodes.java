package io.numaresources.explain;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Nodes in the order of their last change, so that whoever looked before sees only what is new. */
final class KnownNodes {
    /** Nodes that are gone and still have a place; more than a cluster loses in a day, few enough to keep. */
    private static final int MOST_GONE = 1000;

    /**
     * A node as it is since a time.
     *
     * @param name its name
     * @param index place of its outcome in a table, the same for as long as the epoch lasts
     * @param node the node, null where it is gone
     * @param at when that changed
     */
    record Change(String name, int index, @Nullable Candidate node, long at) {
        Optional<Candidate> present() {
            return Optional.ofNullable(node);
        }
    }

    private final LinkedHashMap<String, Change> changes = new LinkedHashMap<>();
    private long now;
    private int gone;
    private int epoch;

    void put(Candidate node) {
        changed(node.name(), node);
    }

    void remove(String name) {
        if (changes.containsKey(name)) {
            changed(name, null);
            if (gone > MOST_GONE) {
                renumber();
            }
        }
    }

    private void changed(String name, @Nullable Candidate node) {
        var before = changes.remove(name);
        int index = before == null ? changes.size() : before.index;
        gone += (node == null ? 1 : 0) - (before != null && before.node == null ? 1 : 0);
        changes.putLast(name, new Change(name, index, node, ++now));
    }

    /** Forgets nodes that are gone, which makes every table of outcomes void. */
    private void renumber() {
        var present = List.copyOf(changes.values());
        changes.clear();
        gone = 0;
        epoch++;
        present.forEach(change -> change.present().ifPresent(this::put));
    }

    /** The time of the last change. */
    long now() {
        return now;
    }

    /** Changes when indexes do. */
    int epoch() {
        return epoch;
    }

    /** Number of indexes. */
    int indexes() {
        return changes.size();
    }

    int index(String name) {
        var change = changes.get(name);
        if (change == null) {
            throw new IllegalArgumentException("no node " + name);
        }
        return change.index;
    }

    Optional<Candidate> find(String name) {
        return Optional.ofNullable(changes.get(name)).flatMap(Change::present);
    }

    Collection<Candidate> all() {
        var all = new ArrayList<Candidate>(changes.size());
        changes.values().forEach(change -> change.present().ifPresent(all::add));
        return all;
    }

    /** What changed after a time. */
    List<Change> since(long time) {
        var since = new ArrayList<Change>();
        for (var change : changes.sequencedValues().reversed()) {
            if (change.at <= time) {
                break;
            }
            since.add(change);
        }
        return since;
    }
}
