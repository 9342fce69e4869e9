package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.RelatedObject;
import io.numaresources.api.v1alpha1.Versions;
import io.numaresources.finding.FindingCode;
import io.numaresources.fleet.Provider;
import io.numaresources.fleet.RolloutFindings;
import io.numaresources.openshift.MachinePool;
import io.numaresources.openshift.OpenShiftKind;
import io.numaresources.openshift.PoolNodes;
import io.numaresources.stack.KubernetesVersion;
import io.numaresources.stack.Membership;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.Platform;
import io.numaresources.stack.Stack;
import io.numaresources.stack.StackInput;
import io.numaresources.stack.TopologyFacts;
import io.numaresources.stack.UnreadValues;
import io.numaresources.status.Downgrade;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one pass works from, computed once.
 *
 * @param primary the resource
 * @param nodes every node
 * @param membership nodes by group
 * @param topologies topologies by name
 * @param platform what kind of cluster it is
 * @param pools machine-config pools
 */
record Pass(
        NUMAResourcesOperator primary,
        List<NodeFacts> nodes,
        Membership membership,
        Map<String, TopologyFacts> topologies,
        Platform platform,
        PoolNodes pools) {

    /** On a cluster that is no OpenShift. */
    Pass(
            NUMAResourcesOperator primary,
            List<NodeFacts> nodes,
            Membership membership,
            Map<String, TopologyFacts> topologies) {
        this(primary, nodes, membership, topologies, Platform.KUBERNETES, new PoolNodes(List.of()));
    }

    static Pass of(NUMAResourcesOperator stored, ClusterView view) {
        var platform = view.kinds().platform();
        var nodes = view.nodes().stream().map(platform::node).toList();
        var pools = PoolNodes.of(view.kinds().all(OpenShiftKind.POOL).stream()
                .map(MachinePool::of)
                .toList());
        var primary = pools.resolve(stored);
        return new Pass(
                primary,
                nodes,
                Membership.of(primary.getSpec().nodeGroups(), nodes),
                view.topologies(),
                platform,
                pools);
    }

    /** Values of the spec that this version does not know. */
    UnreadValues unread() {
        return new UnreadValues(primary.getSpec());
    }

    /** Groups whose objects are left as they are. */
    Set<String> frozen() {
        return Stream.of(membership.conflictingGroups(), unread().groups())
                .flatMap(Set::stream)
                .collect(Collectors.toUnmodifiableSet());
    }

    StackInput input(String namespace, KubernetesVersion server, String schedulerRestart) {
        return StackInput.of(
                        primary.getSpec(), namespace, server, membership, nodes, topologies, frozen(), schedulerRestart)
                .on(platform);
    }

    List<TopologyFacts> managedTopologies() {
        return membership.groupOfNode().keySet().stream()
                .map(topologies::get)
                .filter(topology -> topology != null)
                .toList();
    }

    /** Number of ready nodes by group. */
    Map<String, Integer> readyNodes() {
        return membership.groups().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, group ->
                (int) group.getValue().stream().filter(NodeFacts::ready).count()));
    }

    /** What a newer version of the operator has left, if one has served the resource. */
    Downgrade downgrade(String operator) {
        return Downgrade.of(Optional.ofNullable(primary.getStatus()), operator, OwnedObjects::manages);
    }

    Versions versions(String operator, String newest, KubernetesVersion server, Stack stack) {
        var members =
                membership.groups().values().stream().flatMap(List::stream).toList();
        return new Versions(
                operator,
                newest,
                server.toString(),
                kubelets(members)
                        .min(Comparator.naturalOrder())
                        .map(Object::toString)
                        .orElse(null),
                kubelets(members)
                        .max(Comparator.naturalOrder())
                        .map(Object::toString)
                        .orElse(null),
                stack.choice().matrixRow());
    }

    /** Findings about the groups themselves. */
    List<Finding> findings() {
        var findings = new ArrayList<>(unread().findings());
        membership.conflicts().entrySet().stream()
                .limit(10)
                .forEach(conflict -> findings.add(FindingCode.OVERLAPPING_GROUPS.finding(
                        String.join(",", conflict.getValue()),
                        conflict.getKey(),
                        "node " + conflict.getKey() + " is in groups " + String.join(" and ", conflict.getValue())
                                + ": change a nodeSelector so that each node is in one group")));
        for (var group : primary.getSpec().nodeGroups()) {
            if (group.machineConfigPool() != null && group.nodeSelector() == null) {
                findings.add(FindingCode.UNKNOWN_POOL.finding(
                        group.name(),
                        "machine-config pool " + group.machineConfigPool()
                                + " is not known in this cluster: use nodeSelector"));
            } else if (membership.groups().getOrDefault(group.name(), List.of()).isEmpty()) {
                findings.add(FindingCode.EMPTY_GROUP.finding(
                        group.name(),
                        group.machineConfigPool() == null
                                ? "no node has the labels of nodeSelector: label nodes or correct the selector"
                                : "machine-config pool " + group.machineConfigPool() + " has no nodes: label nodes"));
            }
            Provider.of(group, membership.groups().getOrDefault(group.name(), List.of()))
                    .ifPresent(provider -> findings.addAll(RolloutFindings.of(group, provider)));
        }
        return findings;
    }

    /** Those that another version has left, and the objects of this one. */
    static List<RelatedObject> related(List<HasMetadata> objects, List<RelatedObject> left) {
        var related = new ArrayList<>(left);
        objects.forEach(object -> related.add(new RelatedObject(
                HasMetadata.getGroup(object.getClass()),
                object.getPlural(),
                object.getMetadata().getNamespace(),
                object.getMetadata().getName())));
        return related;
    }

    /** Versions of the kubelets that told theirs, one for each node. */
    static Stream<KubernetesVersion> kubelets(List<NodeFacts> nodes) {
        return nodes.stream().map(NodeFacts::kubelet).flatMap(Optional::stream);
    }
}
