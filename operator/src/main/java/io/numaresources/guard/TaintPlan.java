package io.numaresources.guard;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.OutlierTaint;
import io.numaresources.api.v1alpha1.RejectedPodsTaint;
import io.numaresources.explain.NodePlace.NodeTaint;
import io.numaresources.finding.FindingCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which nodes are to carry which marks: outliers of a group while they are no more than a third of it, since more are rather a second kind of machine, and
 * nodes that reject pods in a storm, at most half of a group. Versions make no outlier: an upgrade goes from node to node. For one thread at a time.
 */
public final class TaintPlan {
    private static final int SHARE_OF_OUTLIERS = 3;
    private static final int SHARE_OF_REJECTING = 2;
    private static final int SHOWN = 5;
    private static final String STORM = "storm";
    /** A storm whose count goes up and down about the threshold is one. */
    private static final Duration STORM_OVER = Duration.ofSeconds(10);
    /** Until the failed pods of the cluster are known to a new process. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

    /**
     * A group and what is asked for.
     *
     * @param nodes names of its nodes
     * @param compared how alike they are, where they were compared
     */
    public record Pool(
            String group,
            SortedSet<String> nodes,
            OutlierTaint outliers,
            RejectedPodsTaint rejecting,
            Optional<PoolConsistency> compared) {}

    /**
     * Outcome of a turn.
     *
     * @param wanted marks and why, by node; every other node is to have none
     * @param findings what there is to say
     * @param next how long until there may be another outcome without any news; empty for never
     */
    public record Turn(
            SortedMap<String, Map<NodeTaint, String>> wanted, List<Finding> findings, Optional<Duration> next) {}

    private record Reason(String value, String text) {}

    private final Settling outliers;
    private final Settling rejecting = new Settling(Duration.ZERO, STORM_OVER);

    /**
     * @param patience how long a node must differ before it is marked, and be like the others before it is marked no more
     */
    public TaintPlan(Duration patience) {
        outliers = new Settling(patience, patience);
    }

    /**
     * Decides.
     *
     * @param storms the storms that rage; empty while that isn't known
     * @param marked marks that nodes have now, by node
     */
    public Turn turn(List<Pool> pools, Optional<List<Storm>> storms, Map<String, Set<NodeTaint>> marked, Instant now) {
        var wanted = new TreeMap<String, Map<NodeTaint, String>>();
        var findings = new ArrayList<Finding>();
        var differing = new HashMap<String, Reason>();
        var rejects = new HashMap<String, Reason>();
        var outlierEffects = new HashMap<String, String>();
        var rejectingEffects = new HashMap<String, String>();
        for (var pool : pools) {
            if (pool.outliers() != OutlierTaint.NONE) {
                pool.nodes()
                        .forEach(
                                node -> outlierEffects.put(node, pool.outliers().value()));
                differing.putAll(outliers(pool, findings));
            }
            if (pool.rejecting() != RejectedPodsTaint.NONE) {
                var had = having(NodeMark.REJECTING, pool.nodes(), marked);
                pool.nodes()
                        .forEach(node ->
                                rejectingEffects.put(node, pool.rejecting().value()));
                storms.ifPresentOrElse(
                        raging -> rejects.putAll(rejecting(pool, raging, had)),
                        () -> had.forEach(node -> rejects.put(node, new Reason(STORM, ""))));
            }
        }
        var next = Stream.of(
                        settle(NodeMark.OUTLIER, outliers, differing, outlierEffects, marked, now, wanted),
                        settle(NodeMark.REJECTING, rejecting, rejects, rejectingEffects, marked, now, wanted),
                        Optional.of(LOOK_AGAIN).filter(wait -> storms.isEmpty() && !rejects.isEmpty()))
                .flatMap(Optional::stream)
                .min(Duration::compareTo);
        for (var pool : pools) {
            for (var mark : NodeMark.values()) {
                tainted(pool, mark, marked).ifPresent(findings::add);
            }
        }
        return new Turn(wanted, findings, next);
    }

    private static Map<String, Reason> outliers(Pool pool, List<Finding> findings) {
        var reasons = new TreeMap<String, Reason>();
        pool.compared()
                .ifPresent(compared -> compared.without(Trait.Kind.VERSION)
                        .differences()
                        .forEach((node, all) -> reasons.put(
                                node,
                                new Reason(
                                        NodeMark.value(all.getFirst().trait().name()),
                                        all.getFirst().text()))));
        if (reasons.size() > pool.nodes().size() / SHARE_OF_OUTLIERS) {
            findings.add(FindingCode.TOO_MANY_OUTLIERS.finding(
                    pool.group(),
                    "%d of %d nodes differ from most: none of them is tainted for it. %s"
                            .formatted(reasons.size(), pool.nodes().size(), FindingCode.TOO_MANY_OUTLIERS.remedy())));
            return Map.of();
        }
        return reasons;
    }

    /** A node that pods were kept away from rejects none, and yet stays marked until the storm is over: it would only begin there again. */
    private static Map<String, Reason> rejecting(Pool pool, List<Storm> storms, Set<String> had) {
        var here = storms.stream()
                .filter(storm -> storm.groups().contains(pool.group()))
                .toList();
        if (here.isEmpty()) {
            return Map.of();
        }
        var pods = new HashMap<String, Integer>();
        had.forEach(node -> pods.put(node, 0));
        here.forEach(storm -> storm.nodes().forEach((node, count) -> {
            if (pool.nodes().contains(node)) {
                pods.merge(node, count, Integer::sum);
            }
        }));
        var reason = new Reason(
                STORM,
                "kubelets reject the pods of %s again and again"
                        .formatted(here.getFirst().owner().text()));
        return pods.entrySet().stream()
                .sorted(Comparator.<Map.Entry<String, Integer>, Boolean>comparing(
                                entry -> !had.contains(entry.getKey()))
                        .thenComparing(entry -> -entry.getValue())
                        .thenComparing(Map.Entry::getKey))
                .limit(Math.max(1, pool.nodes().size() / SHARE_OF_REJECTING))
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> reason));
    }

    private static Optional<Duration> settle(
            NodeMark mark,
            Settling settling,
            Map<String, Reason> reasons,
            Map<String, String> effects,
            Map<String, Set<NodeTaint>> marked,
            Instant now,
            SortedMap<String, Map<NodeTaint, String>> wanted) {
        var had = having(mark, effects.keySet(), marked);
        settling.settled(reasons.keySet(), had, now).forEach(node -> {
            var reason = Optional.ofNullable(reasons.get(node));
            var value = reason.map(Reason::value)
                    .orElseGet(() -> taints(mark, node, marked)
                            .findFirst()
                            .map(NodeTaint::value)
                            .orElse(""));
            wanted.computeIfAbsent(node, key -> new LinkedHashMap<>())
                    .put(
                            new NodeTaint(mark.key(), value, effects.get(node)),
                            reason.map(Reason::text).orElse(""));
        });
        return settling.next(had, now);
    }

    private static Optional<Finding> tainted(Pool pool, NodeMark mark, Map<String, Set<NodeTaint>> marked) {
        var nodes = having(mark, pool.nodes(), marked).stream().sorted().toList();
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        var shown = nodes.stream().limit(SHOWN).collect(Collectors.joining(", "));
        return Optional.of(FindingCode.NODES_TAINTED.finding(
                pool.group(),
                "taint %s is on %s%s. %s"
                        .formatted(
                                mark.key(),
                                shown,
                                nodes.size() > SHOWN ? " and %d more nodes".formatted(nodes.size() - SHOWN) : "",
                                FindingCode.NODES_TAINTED.remedy())));
    }

    private static Set<String> having(NodeMark mark, Collection<String> nodes, Map<String, Set<NodeTaint>> marked) {
        var having = new HashSet<String>();
        marked.keySet().stream()
                .filter(nodes::contains)
                .filter(node -> taints(mark, node, marked).findAny().isPresent())
                .forEach(having::add);
        return having;
    }

    private static Stream<NodeTaint> taints(NodeMark mark, String node, Map<String, Set<NodeTaint>> marked) {
        return marked.getOrDefault(node, Set.of()).stream()
                .filter(taint -> taint.key().equals(mark.key()));
    }
}
