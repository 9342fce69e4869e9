package io.numaresources.status;

import io.numaresources.api.v1alpha1.CpuPolicy;
import io.numaresources.api.v1alpha1.GroupStatus;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.fleet.GroupProgress;
import io.numaresources.fleet.Provider;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.TopologyFacts;
import io.numaresources.stack.UnreadValues;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Summary of one group. */
final class GroupSummary {
    private GroupSummary() {}

    /**
     * Sums a group up.
     *
     * @param before its status until now, which knows when the rollout began
     */
    static GroupStatus of(NodeGroup group, Observation seen, @Nullable GroupStatus before, Instant now) {
        List<NodeFacts> nodes = seen.membership().groups().getOrDefault(group.name(), List.of());
        Optional<Observation.Workload> updater =
                Optional.ofNullable(seen.workloads().get(group.name()));
        int ready = Math.min(
                (int) nodes.stream().filter(NodeFacts::ready).count(),
                updater.map(Observation.Workload::ready).orElse(0));
        String phase = phase(group, nodes, updater, seen);
        // a default in the place of an unknown value is not what is wanted
        Kubelet wanted = unread(group, seen) ? null : group.kubelet();
        var progress = Optional.ofNullable(seen.kubelets().get(group.name()));
        int configured = progress.map(GroupProgress::configured)
                .orElseGet(() -> configures(group, nodes)
                        ? 0
                        : (int) nodes.stream()
                                .filter(node -> agrees(wanted, seen.topologies().get(node.name())))
                                .count());
        return new GroupStatus(
                group.name(),
                nodes.size(),
                ready,
                configured,
                progress.map(GroupProgress::pendingRestart).orElse(0),
                progress.map(GroupProgress::failed).orElse(0),
                phase,
                message(phase, group, nodes, updater, seen),
                Optional.ofNullable(seen.choice().updaterTypes().get(group.name()))
                        .map(Object::toString)
                        .orElse(null),
                wanted == null
                        ? null
                        : Provider.of(group, nodes)
                                .map(provider -> provider.value().value())
                                .orElse(null),
                plan(wanted),
                progress.map(GroupProgress::revision).orElse(null),
                progress.filter(GroupProgress::started)
                        .map(rollout -> started(rollout, before, now))
                        .orElse(null),
                Optional.ofNullable(seen.pools().get(group.name()))
                        .map(ConsistencySummary::of)
                        .orElse(null));
    }

    private static String started(GroupProgress progress, @Nullable GroupStatus before, Instant now) {
        return before != null
                        && before.rolloutStarted() != null
                        && progress.revision().equals(before.kubeletHash())
                ? before.rolloutStarted()
                : now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Whether this operator has the kubelets configured, so that their progress is yet to be told. */
    private static boolean configures(NodeGroup group, List<NodeFacts> nodes) {
        return Provider.of(group, nodes)
                .filter(provider -> provider.agents() || provider.pools())
                .isPresent();
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
        var progress = Optional.ofNullable(seen.kubelets().get(group.name()));
        if (progress.filter(GroupProgress::frozen).isPresent()) {
            return "Frozen";
        }
        boolean kubelets = progress.map(GroupProgress::settled).orElseGet(() -> !configures(group, nodes));
        return kubelets && updater.filter(Observation.Workload::settled).isPresent() ? "Ready" : "Progressing";
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
                        : "machine-config pool " + group.machineConfigPool()
                                + (group.nodeSelector() == null ? " is not known in this cluster" : " has no nodes");
            case "Unreadable" -> "has a value that this version does not know, see findings; left as it is";
            case "Paused" -> "spec.paused is true";
            case "Frozen" -> kubelets(group, seen);
            case "Progressing" ->
                updater.filter(Observation.Workload::settled).isPresent()
                        ? kubelets(group, seen)
                        : updater.map(workload ->
                                        workload.ready() + " of " + workload.desired() + " updater pods are ready")
                                .orElse("the updater DaemonSet is being created for " + nodes.size() + " nodes");
            default -> null;
        };
    }

    private static String kubelets(NodeGroup group, Observation seen) {
        return Optional.ofNullable(seen.kubelets().get(group.name()))
                .map(GroupProgress::message)
                .orElse("the nodes are about to be inspected");
    }

    private static List<String> conflictingNodes(String group, Observation seen) {
        return seen.membership().conflicts().entrySet().stream()
                .filter(conflict -> conflict.getValue().contains(group))
                .limit(5)
                .map(conflict -> conflict.getKey() + " (" + String.join(" and ", conflict.getValue()) + ")")
                .toList();
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
