package io.numaresources.stack;

import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Everything the desired objects depend on.
 *
 * @param spec the spec, with its defaults
 * @param namespace namespace of the operands, {@code numa-system} as shipped
 * @param server version of the API server
 * @param groups the groups of the spec in its order
 * @param schedulerHosts number of nodes that can hold a scheduler pod (ready and schedulable)
 * @param platform what kind of cluster it is
 * @param schedulerRestart value of the annotation that restarts the scheduler pods when it changes, empty for none yet; rendered only for
 *     an image that needs such restarts
 */
public record StackInput(
        NUMAResourcesOperatorSpec spec,
        String namespace,
        KubernetesVersion server,
        List<GroupFacts> groups,
        int schedulerHosts,
        Platform platform,
        String schedulerRestart) {

    /** On a cluster that is no OpenShift. */
    public StackInput(
            NUMAResourcesOperatorSpec spec,
            String namespace,
            KubernetesVersion server,
            List<GroupFacts> groups,
            int schedulerHosts,
            String schedulerRestart) {
        this(spec, namespace, server, groups, schedulerHosts, Platform.KUBERNETES, schedulerRestart);
    }

    /** The same cluster as another platform. */
    public StackInput on(Platform other) {
        return new StackInput(spec, namespace, server, groups, schedulerHosts, other, schedulerRestart);
    }

    /**
     * The input for a cluster.
     *
     * @param membership nodes by group
     * @param nodes every node
     * @param topologies topologies by name
     * @param frozen groups whose objects are left as they are
     */
    public static StackInput of(
            NUMAResourcesOperatorSpec spec,
            String namespace,
            KubernetesVersion server,
            Membership membership,
            Collection<NodeFacts> nodes,
            Map<String, TopologyFacts> topologies,
            Set<String> frozen,
            String schedulerRestart) {
        var groups = spec.nodeGroups().stream()
                .map(group -> {
                    var members = membership.groups().getOrDefault(group.name(), List.of());
                    int zones = members.stream()
                            .map(node -> topologies.get(node.name()))
                            .mapToInt(topology -> topology == null ? 0 : topology.zones())
                            .max()
                            .orElse(0);
                    return new GroupFacts(
                            group,
                            members.size(),
                            zones,
                            kubelets(members).min(Comparator.naturalOrder()),
                            kubelets(members).max(Comparator.naturalOrder()),
                            frozen.contains(group.name()));
                })
                .toList();
        int hosts = (int) nodes.stream()
                .filter(node -> node.ready() && node.schedulable())
                .count();
        return new StackInput(spec, namespace, server, groups, hosts, schedulerRestart);
    }

    private static Stream<KubernetesVersion> kubelets(List<NodeFacts> nodes) {
        return nodes.stream().map(NodeFacts::kubelet).flatMap(Optional::stream);
    }
}
