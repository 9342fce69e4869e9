package io.numaresources.rollout;

import java.util.List;

/**
 * A group under a rollout.
 *
 * @param revision hash of what the group asks for; a failure freezes the group for one revision
 * @param limits how changes move through it
 * @param nodes all of its nodes, also those that are done or can't be touched
 * @param controlPlaneBusy whether a control-plane node of another group is being changed
 */
public record Group(String revision, Limits limits, List<Node> nodes, boolean controlPlaneBusy) {
    public Group {
        nodes = List.copyOf(nodes);
    }

    /** Whether a node's phase is about the present revision. */
    boolean current(Node node) {
        return node.revision().equals(revision);
    }

    /** Whether a node runs what is wanted. */
    boolean done(Node node) {
        return current(node) && node.phase() == Phase.CONFIGURED;
    }

    /** How many nodes run what is wanted. */
    int doneCount() {
        return (int) nodes.stream().filter(this::done).count();
    }

    /** How many nodes have to be done and soaked before the others follow. */
    int canaries() {
        return Math.min(limits.canaryNodes(), nodes.size());
    }

    /** Whether the group's canaries are still on their way. */
    boolean canaryStage() {
        return doneCount() < canaries();
    }

    /** Nodes whose change went wrong at this revision. */
    List<Node> failures() {
        return nodes.stream()
                .filter(node -> current(node) && node.phase().failed())
                .toList();
    }
}
