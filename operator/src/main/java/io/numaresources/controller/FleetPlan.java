package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.api.v1alpha1.Rollout;
import io.numaresources.fleet.GroupWish;
import io.numaresources.fleet.Pool;
import io.numaresources.fleet.Reported;
import io.numaresources.stack.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the last pass decided about kubelets; the steps of each node go by it.
 *
 * @param owner reference to the resource
 * @param imagePullSecrets of the resource
 * @param groups groups whose kubelets are configured by agents, by name
 * @param wishes what each of them asks for
 * @param pools groups under a budget; those of nodes that leave their group last
 * @param nodes every node by name
 * @param numaScheduler whether a NUMA-aware scheduler serves the cluster
 * @param stopped whether nothing new may be begun
 */
record FleetPlan(
        OwnerReference owner,
        List<LocalObjectReference> imagePullSecrets,
        Map<String, NodeGroup> groups,
        Map<String, GroupWish> wishes,
        List<Pool> pools,
        Map<String, NodeFacts> nodes,
        boolean numaScheduler,
        boolean stopped) {

    /** How changes move through the group of a node; the defaults where the group is gone. */
    Rollout rollout(Reported node) {
        return Optional.ofNullable(groups.get(node.node().getSpec().group()))
                .map(NodeGroup::rollout)
                .orElseGet(() -> new Rollout(null, null, null, null, null, null));
    }

    /** The budget that a node belongs to. */
    Optional<Pool> pool(Reported node) {
        return pools.stream()
                .filter(pool -> pool.name().equals(node.node().getSpec().group())
                        && pool.nodes().stream()
                                .anyMatch(member -> member.name().equals(node.name())))
                .findFirst();
    }

    /** Whether another node than this one can hold the operator's pod. */
    boolean anotherHost(String node) {
        return nodes.values().stream()
                .anyMatch(other -> !other.name().equals(node) && other.ready() && other.schedulable());
    }
}
