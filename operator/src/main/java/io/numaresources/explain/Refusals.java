package io.numaresources.explain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Pods that a kubelet refused; each is told once. */
final class Refusals {
    /** Events of a refusal that is older are gone, so it isn't told again after a restart. */
    private static final Duration NEWS = Duration.ofHours(1);
    /** Refusals that wait to be told; in a storm the oldest go untold, and are counted all the same. */
    private static final int MOST_WAITING = 1000;

    private final Map<String, Entry> all = new HashMap<>();
    private final Deque<WaitingPod> untold = new ArrayDeque<>();

    /** What is kept of a refused pod; there may be thousands. */
    private record Entry(String uid, String reason) {}

    void put(WaitingPod pod) {
        var reason = pod.refusal().orElseThrow().reason().intern();
        var known = all.put(pod.key(), new Entry(pod.uid(), reason));
        if (known == null || !known.uid().equals(pod.uid())) {
            untold.addLast(pod);
            if (untold.size() > MOST_WAITING) {
                untold.removeFirst();
            }
        }
    }

    void remove(String key) {
        all.remove(key);
    }

    boolean toTell() {
        return !untold.isEmpty();
    }

    /** Number of pods by status.reason. */
    SortedMap<String, Integer> byReason() {
        var counts = new TreeMap<String, Integer>();
        all.values().forEach(pod -> counts.merge(pod.reason(), 1, Integer::sum));
        return counts;
    }

    /** Says what there is to say, up to a number of things; returns how many nodes were asked. */
    int tell(KnownNodes nodes, Instant now, int most, List<Telling> tellings) {
        int asked = 0;
        while (!untold.isEmpty() && tellings.size() < most) {
            var pod = untold.removeFirst();
            var known = all.get(pod.key());
            if (known == null
                    || !known.uid().equals(pod.uid())
                    || pod.created().plus(NEWS).isBefore(now)) {
                continue;
            }
            asked++;
            tellings.add(
                    Telling.refusal(pod, nodes.find(pod.refusal().orElseThrow().node())));
        }
        return asked;
    }
}
