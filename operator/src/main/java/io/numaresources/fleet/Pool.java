package io.numaresources.fleet;

import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.api.v1alpha1.Rollout;
import io.numaresources.api.v1alpha1.RolloutMode;
import io.numaresources.rollout.Group;
import io.numaresources.rollout.Limits;
import io.numaresources.rollout.MaxUnavailable;
import io.numaresources.rollout.Node;
import io.numaresources.rollout.Phase;
import io.numaresources.stack.GoDuration;
import io.numaresources.stack.NodeFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A group of nodes whose kubelets are changed under one budget.
 *
 * @param name of the group; that of nodes that left their group is the former one
 * @param revision what the group asks for, or {@link Reported#RESTORE}
 * @param rollout how changes move through it
 * @param nodes its nodes
 */
public record Pool(String name, String revision, Rollout rollout, List<NodeFacts> nodes) {
    /** A group of the spec. */
    public static Pool of(NodeGroup group, String revision, List<NodeFacts> nodes) {
        return new Pool(group.name(), revision, group.rollout(), nodes);
    }

    /**
     * The group as the rollout sees it.
     *
     * @param reported NUMANodes by name
     * @param approved revisions that a person approved, for mode Manual
     * @param leaderOn node of the operator's leader, empty where that is not known
     * @param controlPlaneBusy whether a control-plane node of another group is being changed
     * @param now the time
     */
    public Group group(
            Map<String, Reported> reported,
            List<String> approved,
            String leaderOn,
            boolean controlPlaneBusy,
            Instant now) {
        boolean restores = revision.equals(Reported.RESTORE);
        var limits = limits(approved.contains(revision));
        return new Group(
                revision,
                restores ? limits.forRestore() : limits,
                nodes.stream()
                        .map(node -> node(node, Optional.ofNullable(reported.get(node.name())), leaderOn, now))
                        .toList(),
                controlPlaneBusy);
    }

    private Limits limits(boolean approved) {
        var most = rollout.maxUnavailable();
        boolean percentage = most.getIntVal() == null;
        int value = percentage
                ? Integer.parseInt(
                        most.getStrVal().substring(0, most.getStrVal().length() - 1))
                : most.getIntVal();
        return new Limits(
                new MaxUnavailable(value, percentage),
                rollout.canary().nodes(),
                GoDuration.parse(rollout.canary().soak()),
                approved || rollout.mode() == RolloutMode.AUTOMATIC,
                rollout.paused());
    }

    private static Node node(NodeFacts node, Optional<Reported> reported, String leaderOn, Instant now) {
        var claimed = node.state().claimedBy();
        return new Node(
                node.name(),
                reported.map(Reported::phase).orElse(Phase.PENDING),
                reported.map(Reported::revision).orElse(""),
                reported.map(known -> known.inPhase(now)).orElse(Duration.ZERO),
                node.ready(),
                node.state().cordoned(),
                node.controlPlane(),
                node.name().equals(leaderOn),
                reported.filter(known -> !known.understood()).isPresent()
                        ? Optional.of("a newer version of the operator, which wrote its NUMANode")
                        : claimed);
    }
}
