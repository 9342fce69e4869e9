package io.numaresources.controller;

import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.api.v1alpha1.OnDelete;
import io.numaresources.api.v1alpha1.Rollout;
import io.numaresources.fleet.GroupWish;
import io.numaresources.fleet.Pool;
import io.numaresources.fleet.Provider;
import io.numaresources.fleet.Reported;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.Owner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Decides which nodes agents configure, and which of those they configured before get back what they ran. */
final class FleetPlanner {
    private final NUMAResourcesOperator primary;
    private final Pass pass;
    private final Map<String, Reported> reported;
    private final boolean deleted;
    private final Map<String, NodeFacts> nodes;

    /** @param deleted whether the resource is being deleted, so that no group asks for anything any more */
    FleetPlanner(NUMAResourcesOperator primary, Pass pass, Map<String, Reported> reported, boolean deleted) {
        this.primary = primary;
        this.pass = pass;
        this.reported = reported;
        this.deleted = deleted;
        nodes = pass.nodes().stream().collect(Collectors.toMap(NodeFacts::name, Function.identity()));
    }

    FleetPlan plan() {
        var groups = new LinkedHashMap<String, NodeGroup>();
        var wishes = new LinkedHashMap<String, GroupWish>();
        var pools = new ArrayList<Pool>();
        for (var group : deleted ? List.<NodeGroup>of() : primary.getSpec().nodeGroups()) {
            wish(group).ifPresent(wish -> {
                groups.put(group.name(), group);
                wishes.put(group.name(), wish);
                pools.add(Pool.of(group, wish.revision(), members(group)));
            });
        }
        pools.addAll(inspected());
        pools.addAll(restoring(pools));
        return new FleetPlan(
                Owner.reference(primary),
                primary.getSpec().imagePullSecrets(),
                groups,
                wishes,
                pools,
                nodes,
                primary.getSpec().scheduler().enabled(),
                stopped());
    }

    /** NUMANodes that are no longer needed: their node is gone, or it runs nothing that this operator wrote, or is to keep it. */
    List<Reported> done(FleetPlan plan) {
        return leaving(plan.pools()).stream()
                .filter(node ->
                        !nodes.containsKey(node.name()) || !node.phase().inFlight() && (keeps(node) || !node.touched()))
                .toList();
    }

    /** What is to happen to a node when it leaves its group; a value that can't be read keeps what the kubelet runs. */
    OnDelete onDelete(String group, Optional<Reported> node) {
        if (pass.unread().groups().contains(group)) {
            return OnDelete.KEEP;
        }
        return spec(group)
                .map(NodeGroup::kubelet)
                .map(Kubelet::onDelete)
                .or(() -> node.map(known -> known.node().getSpec().onDelete()))
                .orElse(OnDelete.RESTORE);
    }

    /** Nodes that are read only; one that agents changed before gets back what it ran first. */
    private List<Pool> inspected() {
        return deleted
                ? List.of()
                : primary.getSpec().nodeGroups().stream()
                        .filter(group -> !pass.frozen().contains(group.name()))
                        .filter(group -> Provider.of(group, members(group))
                                .filter(Provider::inspects)
                                .isPresent())
                        .map(group -> Pool.of(group, Reported.INSPECT, untouched(group)))
                        .toList();
    }

    private List<NodeFacts> untouched(NodeGroup group) {
        return members(group).stream()
                .filter(node -> Optional.ofNullable(reported.get(node.name()))
                        .filter(known -> known.touched() || known.phase().inFlight())
                        .isEmpty())
                .toList();
    }

    private boolean stopped() {
        return !deleted && (primary.getSpec().paused() || pass.unread().beyondGroups());
    }

    private Optional<GroupWish> wish(NodeGroup group) {
        boolean served = !pass.frozen().contains(group.name())
                && Provider.of(group, members(group)).filter(Provider::agents).isPresent();
        if (!served || group.kubelet() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(GroupWish.of(group.kubelet()));
        } catch (IllegalArgumentException reversed) {
            // the finding ReservedCPUsReversed says so
            return Optional.empty();
        }
    }

    private List<NodeFacts> members(NodeGroup group) {
        return pass.membership().groups().getOrDefault(group.name(), List.of());
    }

    private List<Pool> restoring(List<Pool> served) {
        var byGroup = new TreeMap<String, List<NodeFacts>>();
        leaving(served).stream()
                .filter(node -> nodes.containsKey(node.name()) && node.understood())
                .filter(node -> node.phase().inFlight() || !keeps(node) && node.touched())
                .forEach(node -> byGroup.computeIfAbsent(node.node().getSpec().group(), name -> new ArrayList<>())
                        .add(nodes.get(node.name())));
        return byGroup.entrySet().stream()
                .map(group -> new Pool(
                        group.getKey(),
                        Reported.RESTORE,
                        spec(group.getKey())
                                .map(NodeGroup::rollout)
                                .orElseGet(() -> new Rollout(null, null, null, null, null, null)),
                        group.getValue()))
                .toList();
    }

    /** NUMANodes of nodes that no served group has; those of groups that are left as they are stay. */
    private List<Reported> leaving(List<Pool> pools) {
        Set<String> wanted = pools.stream()
                .filter(pool -> !pool.revision().equals(Reported.RESTORE))
                .flatMap(pool -> pool.nodes().stream())
                .map(NodeFacts::name)
                .collect(Collectors.toSet());
        return reported.values().stream()
                .filter(node -> !wanted.contains(node.name()))
                .filter(node -> deleted || !leftAsItIs(node))
                .toList();
    }

    private boolean leftAsItIs(Reported node) {
        return !node.understood()
                || pass.membership().conflicts().containsKey(node.name())
                || pass.frozen().contains(node.node().getSpec().group());
    }

    private boolean keeps(Reported node) {
        return !node.understood() || onDelete(node.node().getSpec().group(), Optional.of(node)) == OnDelete.KEEP;
    }

    private Optional<NodeGroup> spec(String group) {
        return primary.getSpec().nodeGroups().stream()
                .filter(known -> known.name().equals(group))
                .findFirst();
    }
}
