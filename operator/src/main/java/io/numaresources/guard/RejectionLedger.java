package io.numaresources.guard;

import io.numaresources.time.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keeps the rejected pods of a cluster and says which owners storm and what may be deleted. Only nodes of the groups count: what kubelets of other
 * nodes reject is kept, for it may join a group, and otherwise left alone. For one thread at a time.
 */
public final class RejectionLedger {
    /** A deletion that nothing was heard of is tried again after this. */
    private static final Duration RETRY = Duration.ofMinutes(1);

    /**
     * Outcome of a turn.
     *
     * @param storms owners whose pods are rejected again and again, the worst first
     * @param victims what is to be deleted now, the oldest first
     * @param next when there is work again without any news; empty for never
     */
    public record Turn(List<Storm> storms, List<Rejection> victims, Optional<Instant> next) {}

    private final Map<Owner, OwnerRecord> owners = new LinkedHashMap<>();
    private final Map<String, Rejection> pods = new HashMap<>();
    private final Map<String, Moment> asked = new HashMap<>();

    /** A rejected pod is new or changed; returns whether it is new. */
    public boolean see(Rejection seen, Instant now) {
        var known = pods.get(seen.key());
        boolean fresh = known == null || !known.uid().equals(seen.uid());
        if (fresh) {
            gone(seen.key());
        } else {
            record(known).pods().remove(known);
        }
        var record = record(seen);
        var rejection = seen.ownedBy(record.owner());
        pods.put(seen.key(), rejection);
        record.pods().add(rejection);
        if (fresh) {
            // a node's clock may be ahead
            record.arrived(rejection.at().isAfter(now) ? at(rejection, now) : rejection);
        }
        return fresh;
    }

    /** A pod is gone, or is none of these any more; by namespace and name. */
    public void gone(String key) {
        var known = pods.remove(key);
        if (known != null) {
            record(known).pods().remove(known);
            asked.remove(known.uid());
        }
    }

    /** Number of rejected pods by group. */
    public SortedMap<String, Integer> byGroup(Map<String, String> groupOf) {
        var counts = new TreeMap<String, Integer>();
        groupOf.values().forEach(group -> counts.put(group, 0));
        for (var pod : pods.values()) {
            var group = groupOf.get(pod.node());
            if (group != null) {
                counts.merge(group, 1, Integer::sum);
            }
        }
        return counts;
    }

    /**
     * Looks at everything.
     *
     * @param groupOf group by node
     * @param most victims at most
     */
    public Turn turn(RejectionRules rules, Map<String, String> groupOf, int most, Instant now) {
        var storms = new ArrayList<Storm>();
        var next = new ArrayList<Instant>();
        for (var record : owners.values()) {
            record.storm(rules, groupOf, now).ifPresent(storms::add);
            record.next(rules, groupOf).ifPresent(next::add);
        }
        owners.values().removeIf(OwnerRecord::empty);
        storms.sort(Comparator.comparing(Storm::pods)
                .reversed()
                .thenComparing(storm -> storm.owner().text()));
        var victims = new ArrayList<Rejection>();
        if (rules.delete()) {
            for (var record : owners.values()) {
                choose(record, rules, groupOf, most, now, victims, next);
            }
        }
        victims.sort(Comparator.comparing(Rejection::at));
        var chosen = List.copyOf(victims.subList(0, Math.min(most, victims.size())));
        chosen.forEach(victim -> asked.put(victim.uid(), Moment.of(now)));
        if (victims.size() > chosen.size()) {
            next.add(now);
        } else if (!chosen.isEmpty()) {
            next.add(now.plus(RETRY));
        }
        return new Turn(storms, chosen, next.stream().min(Instant::compareTo));
    }

    /** Of each owner no more than what fits into a turn, and one more, so that it is known that there are more. */
    private void choose(
            OwnerRecord record,
            RejectionRules rules,
            Map<String, String> groupOf,
            int most,
            Instant now,
            List<Rejection> victims,
            List<Instant> next) {
        var old = record.pods().stream()
                .filter(pod -> groupOf.containsKey(pod.node()))
                .toList();
        int chosen = 0;
        for (var pod : old.subList(0, Math.max(0, old.size() - rules.keepPerOwner()))) {
            var last = asked.get(pod.uid());
            var due = last == null ? pod.at().plus(rules.minAge()) : last.end(RETRY, now);
            if (pod.held()) {
                continue;
            }
            if (due.isAfter(now)) {
                next.add(due);
            } else {
                victims.add(pod);
                chosen++;
            }
            if (chosen > most || (last == null && due.isAfter(now))) {
                return;
            }
        }
    }

    private OwnerRecord record(Rejection rejection) {
        return owners.computeIfAbsent(rejection.owner(), OwnerRecord::new);
    }

    private static Rejection at(Rejection seen, Instant now) {
        return new Rejection(
                seen.owner(),
                seen.name(),
                seen.uid(),
                seen.resourceVersion(),
                seen.node(),
                seen.scheduler(),
                seen.cause(),
                now,
                seen.held());
    }
}
