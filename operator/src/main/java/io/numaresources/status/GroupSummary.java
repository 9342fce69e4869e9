package io.numaresources.status;

import io.numaresources.api.v1alpha1.CpuPolicy;
import io.numaresources.api.v1alpha1.GroupStatus;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.KubeletProvider;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.TopologyFacts;
import io.numaresources.stack.UnreadValues;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Summary of one group. */
final class GroupSummary {
    private GroupSummary() {}

    static GroupStatus of(NodeGroup group, Observation seen) {
        List<NodeFacts> nodes = seen.membership().groups().getOrDefault(group.name(), List.of());
        Optional<Observation.Workload> updater =
                Optional.ofNullable(seen.workloads().get(group.name()));
        int ready = Math.min(
                (int) nodes.stream().filter(NodeFacts::ready).count(),
                updater.map(Observation.Workload::ready).orElse(0));
        String phase = phase(group, nodes, updater, seen);
        // a default in the place of an unknown value is not what is wanted
        Kubelet wanted = unread(group, seen) ? null : group.kubelet();
        int configured = (int) nodes.stream()
                .filter(node -> agrees(wanted, seen.topologies().get(node.name())))
                .count();
        return new GroupStatus(
                group.name(),
                nodes.size(),
                ready,
                configured,
                0,
                0,
                phase,
                message(phase, group, nodes, updater, seen),
                Optional.ofNullable(seen.choice().updaterTypes().get(group.name()))
                        .map(Object::toString)
                        .orElse(null),
                provider(wanted),
                plan(wanted),
                null,
                null);
    }

    /** Whether a node's kubelet, as its topology tells, runs the policy and scope that the group wants. */
    private static boolean agrees(@Nullable Kubelet wanted, @Nullable TopologyFacts topology) {
        return wanted != null
                && topology != null
                && wanted.topologyManager().policy().value().equals(topology.policy())
                && wanted.topologyManager().scope().value().equals(topology.scope());
    }

    private static boolean unread(NodeGroup group, Observation seen) {
        return new UnreadValues(seen.spec()).groups().contains(group.name());
    }

    private static String phase(
            NodeGroup group, List<NodeFacts> nodes, Optional<Observation.Workload> updater, Observation seen) {
        if (seen.membership().conflictingGroups().contains(group.name())) {
            return "Conflict";
        }
        if (unread(group, seen)) {
            return "Unreadable";
        }
        if (seen.spec().paused()) {
            return "Paused";
        }
        if (nodes.isEmpty()) {
            return "Empty";
        }
        return updater.filter(Observation.Workload::settled).isPresent() ? "Ready" : "Progressing";
    }

    private static @Nullable String message(
            String phase,
            NodeGroup group,
            List<NodeFacts> nodes,
            Optional<Observation.Workload> updater,
            Observation seen) {
        return switch (phase) {
            case "Conflict" ->
                "shares nodes with another group: " + String.join(", ", conflictingNodes(group.name(), seen));
            case "Empty" ->
                group.machineConfigPool() == null
                        ? "no node has the labels of nodeSelector"
                        : "machine-config pool " + group.machineConfigPool() + " is not known in this cluster";
            case "Unreadable" -> "has a value that this version does not know, see findings; left as it is";
            case "Paused" -> "spec.paused is true";
            case "Progressing" ->
                updater.map(workload -> workload.ready() + " of " + workload.desired() + " updater pods are ready")
                        .orElse("the updater DaemonSet is being created for " + nodes.size() + " nodes");
            default -> null;
        };
    }

    private static List<String> conflictingNodes(String group, Observation seen) {
        return seen.membership().conflicts().entrySet().stream()
                .filter(conflict -> conflict.getValue().contains(group))
                .limit(5)
                .map(conflict -> conflict.getKey() + " (" + String.join(" and ", conflict.getValue()) + ")")
                .toList();
    }

    private static @Nullable String provider(@Nullable Kubelet kubelet) {
        if (kubelet == null) {
            return null;
        }
        return kubelet.provider() == KubeletProvider.AUTO
                ? KubeletProvider.NODE_AGENT.value()
                : kubelet.provider().value();
    }

    private static @Nullable String plan(@Nullable Kubelet kubelet) {
        if (kubelet == null) {
            return null;
        }
        return "topologyManagerPolicy=%s topologyManagerScope=%s cpuManagerPolicy=%s memoryManagerPolicy=%s%s"
                .formatted(
                        kubelet.topologyManager().policy(),
                        kubelet.topologyManager().scope(),
                        kubelet.cpuManager().policy(),
                        kubelet.memoryManager().policy(),
                        kubelet.cpuManager().policy() == CpuPolicy.STATIC && kubelet.reserved() == null
                                ? " reservedSystemCPUs=computed"
                                : "");
    }
}
