package io.numaresources.explain;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.topology.KubeletRules;
import io.numaresources.topology.NumaNode;
import io.numaresources.topology.Resources;
import io.numaresources.topology.Tenant;
import io.numaresources.topology.Zone;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a node beside its topology.
 *
 * @param allocatable of the Node; {@link Resources#NONE} where it isn't known
 * @param tenants pods that are on it, without the ones that ended
 * @param report what the agent found out, where there is one
 */
public record NodeDetails(Resources allocatable, List<Tenant> tenants, Optional<NUMANode> report) {
    /** Nothing is known. */
    public static final NodeDetails NONE = new NodeDetails(Resources.NONE, List.of(), Optional.empty());

    public NodeDetails {
        tenants = List.copyOf(tenants);
    }

    /**
     * Details from the objects of a cluster.
     *
     * @param pods pods bound to the node
     */
    public static NodeDetails of(Node node, List<Pod> pods, Optional<NUMANode> report) {
        return new NodeDetails(
                node.getStatus() == null
                        ? Resources.NONE
                        : Amounts.of(node.getStatus().getAllocatable()),
                pods.stream()
                        .filter(NodeDetails::present)
                        .map(NodeDetails::tenant)
                        .toList(),
                report);
    }

    /** Whether the scheduler and the kubelet still count a pod. */
    private static boolean present(Pod pod) {
        var phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return !"Succeeded".equals(phase) && !"Failed".equals(phase);
    }

    /** Which zones a pod has isn't published. */
    private static Tenant tenant(Pod pod) {
        return Tenant.of(
                pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName(), PodShapes.of(pod.getSpec()));
    }

    NumaNode complete(String name, KubeletRules published, List<Zone> zones) {
        return new NumaNode(
                name,
                report.map(known -> ReportedRules.of(known, published)).orElse(published),
                report.map(known -> ReportedRules.sockets(known, zones)).orElse(zones),
                allocatable,
                free(),
                Optional.empty(),
                tenants);
    }

    private Resources free() {
        var used = tenants.stream().map(Tenant::requests).reduce(Resources.NONE, Resources::plus);
        var counted = new HashMap<>(used.amounts());
        counted.put("pods", (long) tenants.size());
        return allocatable.minus(new Resources(counted));
    }
}
