package io.numaresources.fleet;

import io.numaresources.rollout.Decision;
import io.numaresources.rollout.Group;
import io.numaresources.rollout.Node;
import io.numaresources.rollout.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a group's rollout stands, for its status.
 *
 * @param revision what the group asks for
 * @param nodes how many nodes it has
 * @param configured nodes that run what is wanted
 * @param pendingRestart nodes whose kubelet has still to restart
 * @param failed nodes on which it went wrong, or that may not be changed
 * @param frozen whether no further node is changed since one failed
 * @param started whether a node was granted, or is past that
 * @param message one line: progress, and what is waited for
 */
public record GroupProgress(
        String revision,
        int nodes,
        int configured,
        int pendingRestart,
        int failed,
        boolean frozen,
        boolean started,
        String message) {
    private static final int SHOWN = 3;

    /** Sums a group up. */
    public static GroupProgress of(Group group, Decision decision) {
        var current = group.nodes().stream()
                .filter(node -> node.revision().equals(group.revision()))
                .toList();
        int configured = count(current, Phase.CONFIGURED);
        int failed = (int) current.stream()
                .filter(node -> node.phase().failed() || node.phase() == Phase.PREFLIGHT_FAILED)
                .count();
        boolean frozen = current.stream().anyMatch(node -> node.phase().failed());
        return new GroupProgress(
                group.revision(),
                group.nodes().size(),
                configured,
                group.nodes().size() - configured - failed,
                failed,
                frozen,
                configured > 0
                        || current.stream()
                                .anyMatch(node ->
                                        node.phase().inFlight() || node.phase().failed()),
                message(decision));
    }

    /** Whether nothing is left to be done. */
    public boolean settled() {
        return configured == nodes;
    }

    private static int count(List<Node> nodes, Phase phase) {
        return (int) nodes.stream().filter(node -> node.phase() == phase).count();
    }

    private static String message(Decision decision) {
        var parts = new ArrayList<String>();
        parts.add(decision.progress());
        decision.stopped().ifPresent(parts::add);
        // the same reason may hold for hundreds of nodes
        decision.waiting().entrySet().stream()
                .filter(wait ->
                        decision.stopped().filter(wait.getValue()::equals).isEmpty())
                .collect(Collectors.groupingBy(wait -> wait.getValue(), Collectors.counting()))
                .entrySet()
                .stream()
                .sorted((one, other) -> {
                    int more = Long.compare(other.getValue(), one.getValue());
                    return more != 0 ? more : one.getKey().compareTo(other.getKey());
                })
                .limit(SHOWN)
                .map(reason -> reason.getValue() + (reason.getValue() == 1 ? " node " : " nodes: ") + reason.getKey())
                .forEach(parts::add);
        return String.join("; ", parts);
    }
}
