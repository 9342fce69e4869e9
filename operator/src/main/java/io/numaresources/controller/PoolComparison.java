package io.numaresources.controller;

import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.fleet.Reported;
import io.numaresources.guard.NodeProfile;
import io.numaresources.guard.PoolConsistency;
import io.numaresources.guard.Trait;
import io.numaresources.platform.TopologyView;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.TopologyFacts;
import io.numaresources.time.Moment;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the nodes of each group. What was read from a node is kept until one of its objects says something else; while nodes come and go, all are compared
 * every five seconds.
 */
final class PoolComparison {
    private static final Duration BETWEEN = Duration.ofSeconds(5);

    private final ClusterView view;
    private final Fleet fleet;
    private final Clock clock;
    private Map<String, Read> read = Map.of();
    private SortedMap<String, PoolConsistency> compared = new TreeMap<>();
    private Moment at = Moment.longAgo();
    private boolean outdated;

    /** A profile and what it was read from. */
    private record Read(
            NodeFacts node,
            @Nullable TopologyFacts topology,
            @Nullable NUMANodeStatus reported,
            NodeProfile profile) {}

    PoolComparison(ClusterView view, Fleet fleet, Clock clock) {
        this.view = view;
        this.fleet = fleet;
        this.clock = clock;
    }

    /** Each group whose nodes belong to it alone. */
    synchronized SortedMap<String, PoolConsistency> of(Pass pass) {
        outdated = again().isPositive();
        if (!outdated) {
            at = Moment.of(clock.instant());
            compared = compare(pass);
        }
        return compared;
    }

    /** How long until nodes are to be compared again, since the last pass came too early; zero for not before there is news. */
    synchronized Duration next() {
        // a pass may take long
        return outdated ? again().plusMillis(10) : Duration.ZERO;
    }

    private Duration again() {
        return at.left(BETWEEN, clock.instant());
    }

    private SortedMap<String, PoolConsistency> compare(Pass pass) {
        var next = new HashMap<String, Read>();
        var pools = new TreeMap<String, PoolConsistency>();
        var reports = fleet.all();
        var conflicts = pass.membership().conflictingGroups();
        pass.membership().groups().forEach((group, nodes) -> {
            if (conflicts.contains(group) || nodes.size() < 2) {
                return;
            }
            var profiles = new ArrayList<NodeProfile>();
            boolean changing = false;
            for (var node : nodes) {
                var status = Optional.ofNullable(reports.get(node.name())).flatMap(Reported::status);
                changing |= status.filter(NUMANodeStatus::configured).isEmpty() && reports.containsKey(node.name());
                var known = read(node, pass.topologies().get(node.name()), status.orElse(null));
                next.put(node.name(), known);
                profiles.add(known.profile());
            }
            var pool = PoolConsistency.of(group, profiles);
            // while kubelets are reconfigured one by one, that they differ is no news
            pools.put(group, changing ? pool.without(Trait.Kind.CONFIGURATION) : pool);
        });
        read = next;
        return pools;
    }

    private Read read(NodeFacts node, @Nullable TopologyFacts topology, @Nullable NUMANodeStatus reported) {
        var known = read.get(node.name());
        if (known != null
                && known.node().equals(node)
                && Objects.equals(known.topology(), topology)
                && Objects.equals(known.reported(), reported)) {
            return known;
        }
        return new Read(
                node,
                topology,
                reported,
                NodeProfile.of(
                        node, view.topology(node.name()).map(TopologyView::published), Optional.ofNullable(reported)));
    }
}
