package io.numaresources.fleet;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.finding.FindingCode;
import io.numaresources.rollout.Phase;
import io.numaresources.stack.NodeFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** What a person should know of the kubelets. */
public final class RolloutFindings {
    private static final int MOST = 10;
    private static final Duration INSPECTED_WITHIN = Duration.ofMinutes(2);

    private RolloutFindings() {}

    /** About the nodes: those that may not be changed and those on which it went wrong, at most ten of each kind. */
    public static List<Finding> of(Collection<Reported> nodes) {
        var found = new ArrayList<Finding>();
        add(found, nodes, Phase.PREFLIGHT_FAILED, FindingCode.PREFLIGHT_FAILED);
        add(found, nodes, Phase.ROLLING_BACK, FindingCode.ROLLOUT_FROZEN);
        add(found, nodes, Phase.ROLLED_BACK, FindingCode.ROLLOUT_FROZEN);
        add(found, nodes, Phase.BROKEN, FindingCode.NODE_BROKEN);
        return found;
    }

    /**
     * About nodes that were changed and are away though nothing is done with them, at most ten. A kubelet that ends as soon as it starts keeps its node
     * Ready, but runs no pod that could inspect it.
     */
    public static List<Finding> down(Collection<Reported> nodes, Collection<NodeFacts> facts, Instant now) {
        var away = facts.stream()
                .filter(node -> !node.ready())
                .map(NodeFacts::name)
                .collect(Collectors.toSet());
        return nodes.stream()
                .filter(node -> away.contains(node.name()) || waits(node, now))
                .filter(node -> node.node().getSpec() != null
                        && node.touched()
                        && !node.phase().inFlight()
                        && !node.phase().failed())
                .limit(MOST)
                .map(node -> FindingCode.KUBELET_DOWN.finding(
                        node.node().getSpec().group(),
                        node.name(),
                        "node %s, whose kubelet this operator configured, %s"
                                .formatted(
                                        node.name(),
                                        away.contains(node.name())
                                                ? "is not Ready"
                                                : "starts no pod that could inspect it")))
                .toList();
    }

    private static boolean waits(Reported node, Instant now) {
        return node.phase() == Phase.PENDING && node.inPhase(now).compareTo(INSPECTED_WITHIN) > 0;
    }

    /** About a group whose kubelets this operator doesn't configure. */
    public static List<Finding> of(NodeGroup group, Provider provider) {
        if (provider.agents() || provider.pools()) {
            return List.of();
        }
        if (provider.managedBy().isPresent()) {
            return List.of(FindingCode.KUBELET_MANAGED.finding(
                    group.name(),
                    "the nodes belong to %s, which owns their kubelets' configuration, so the kubelet block is only compared with what they run: use the means of %s"
                            .formatted(
                                    provider.managedBy().get(),
                                    provider.managedBy().get())));
        }
        return List.of(FindingCode.KUBELET_NOT_WRITTEN.finding(
                group.name(),
                "kubelet.provider is %s: the kubelet block is checked and reported in status.nodeGroups[].kubeletPlan, and nothing is written; apply it on the nodes by other means"
                        .formatted(provider.value())));
    }

    private static void add(List<Finding> found, Collection<Reported> nodes, Phase phase, FindingCode code) {
        nodes.stream()
                .filter(node -> node.phase() == phase && node.node().getSpec() != null)
                .limit(MOST)
                .forEach(node -> found.add(code.finding(
                        node.node().getSpec().group(),
                        node.name(),
                        "node %s: %s"
                                .formatted(
                                        node.name(),
                                        node.status()
                                                .map(status -> status.message())
                                                .orElse("")))));
    }
}
