package io.numaresources.guard;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is known of one owner: its rejected pods that still exist, and when the last ones were rejected, whether or not they still exist. */
final class OwnerRecord {
    /** The greatest threshold that the API allows. */
    private static final int MOST_ARRIVALS = 10_000;

    private final Owner owner;
    private final NavigableSet<Rejection> pods =
            new TreeSet<>(Comparator.comparing(Rejection::at).thenComparing(Rejection::uid));
    private final Deque<Rejection> arrivals = new ArrayDeque<>();
    private boolean storming;

    OwnerRecord(Owner owner) {
        this.owner = owner;
    }

    Owner owner() {
        return owner;
    }

    /** Its rejected pods, the oldest first. */
    NavigableSet<Rejection> pods() {
        return pods;
    }

    void arrived(Rejection rejection) {
        arrivals.addLast(rejection);
        if (arrivals.size() > MOST_ARRIVALS) {
            arrivals.removeFirst();
        }
    }

    boolean empty() {
        return pods.isEmpty() && arrivals.isEmpty();
    }

    /** The storm, if there is one: it begins at the threshold and ends below half of it, so that it doesn't come and go. */
    Optional<Storm> storm(RejectionRules rules, Map<String, String> groupOf, Instant now) {
        var from = now.minus(rules.window());
        arrivals.removeIf(rejection -> rejection.at().isBefore(from));
        var counted = counted(groupOf);
        storming = counted.size() >= least(rules);
        if (!storming) {
            return Optional.empty();
        }
        var groups = new TreeSet<String>();
        var nodes = new TreeMap<String, Integer>();
        for (var rejection : counted) {
            groups.add(groupOf.get(rejection.node()));
            nodes.merge(rejection.node(), 1, Integer::sum);
        }
        return Optional.of(new Storm(owner, groups, nodes, counted.size(), counted.getLast()));
    }

    /** When to look again without news: the storm is over, or a record of arrivals may be dropped. */
    Optional<Instant> next(RejectionRules rules, Map<String, String> groupOf) {
        var counted = counted(groupOf);
        var last = storming ? counted.get(counted.size() - least(rules)) : arrivals.peekLast();
        // the arrival leaves the window after this instant
        return Optional.ofNullable(last)
                .map(rejection -> rejection.at().plus(rules.window()).plusMillis(1));
    }

    private int least(RejectionRules rules) {
        return storming ? Math.max(1, Math.ceilDiv(rules.stormPods(), 2)) : rules.stormPods();
    }

    private List<Rejection> counted(Map<String, String> groupOf) {
        return arrivals.stream()
                .filter(rejection -> groupOf.containsKey(rejection.node()))
                .sorted(Comparator.comparing(Rejection::at))
                .toList();
    }
}
