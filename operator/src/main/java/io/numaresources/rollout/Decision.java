package io.numaresources.rollout;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What may happen next in a group.
 *
 * @param grants nodes whose change may begin now
 * @param waiting why each other node that isn't done and isn't being changed waits, by name
 * @param stopped why no node is granted at all: paused, not approved, frozen
 * @param moveLeaderFrom node whose turn it is but for the operator's leader, which has to move first
 * @param progress one line for the status of the group
 */
public record Decision(
        List<String> grants,
        SortedMap<String, String> waiting,
        Optional<String> stopped,
        Optional<String> moveLeaderFrom,
        String progress) {
    public Decision {
        grants = List.copyOf(grants);
        waiting = Collections.unmodifiableSortedMap(new TreeMap<>(waiting));
    }
}
