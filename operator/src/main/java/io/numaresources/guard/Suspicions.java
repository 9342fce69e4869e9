package io.numaresources.guard;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.finding.FindingCode;
import io.numaresources.time.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes findings of suspicions that last, one for each kind and group however many nodes it is about. For one thread at a time. */
public final class Suspicions {
    private static final int DETAILS = 3;
    private static final int NAMES = 5;

    /** While an updater starts, or the other type replaces it, almost anything may be the case for a moment. */
    private final Duration patience;

    private Map<Suspicion, Moment> since = Map.of();

    /**
     * @param patience how long something must be the case before it is told
     */
    public Suspicions(Duration patience) {
        this.patience = patience;
    }

    /** What is suspected now; whatever isn't in it is forgotten. */
    public void are(Collection<Suspicion> now, Instant time) {
        var next = new HashMap<Suspicion, Moment>();
        now.forEach(suspicion -> next.put(
                suspicion, since.getOrDefault(suspicion, Moment.of(time)).seen(time)));
        since = next;
    }

    /** Findings about what has lasted. */
    public List<Finding> findings(Instant time) {
        var byKind = since.entrySet().stream()
                .filter(entry -> entry.getValue().over(patience, time))
                .map(Map.Entry::getKey)
                .collect(Collectors.groupingBy(
                        Suspicion::code,
                        TreeMap::new,
                        Collectors.groupingBy(Suspicion::group, TreeMap::new, Collectors.toList())));
        var findings = new ArrayList<Finding>();
        byKind.forEach((code, groups) ->
                groups.forEach((group, suspicions) -> findings.add(finding(code, group, suspicions))));
        return findings;
    }

    /** How long until the next suspicion has lasted. */
    public Optional<Duration> next(Instant time) {
        return since.values().stream()
                .map(first -> first.left(patience, time))
                .filter(Duration::isPositive)
                .min(Duration::compareTo);
    }

    private static Finding finding(FindingCode code, String group, List<Suspicion> suspicions) {
        var byDetail = suspicions.stream()
                .collect(Collectors.groupingBy(
                        Suspicion::detail, TreeMap::new, Collectors.mapping(Suspicion::node, Collectors.toList())));
        var shown = byDetail.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, List<String>> entry) ->
                        -entry.getValue().size()))
                .limit(DETAILS)
                .toList();
        var text = shown.stream()
                .map(entry -> "%s: %s".formatted(names(entry.getValue()), entry.getKey()))
                .collect(Collectors.joining("; "));
        long left = suspicions.size()
                - shown.stream().mapToLong(entry -> entry.getValue().size()).sum();
        var node = suspicions.size() == 1 ? suspicions.getFirst().node() : null;
        return code.finding(
                group, node, text + (left == 0 ? "" : "; and " + left + " more nodes") + ". " + code.remedy());
    }

    /** {@code a, b and 7 more nodes}. */
    static String names(List<String> nodes) {
        var shown = nodes.stream().sorted().limit(NAMES).collect(Collectors.joining(", "));
        return nodes.size() > NAMES ? "%s and %d more nodes".formatted(shown, nodes.size() - NAMES) : shown;
    }
}
