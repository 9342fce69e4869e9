package io.numaresources.openshift;

import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.stack.NodeFacts;
import java.util.Optional;

/**
 * A node of a pool.
 *
 * @param node the node
 * @param marks what the machine-config daemon wrote on it
 * @param seen what an agent read on it; absent until it was inspected
 */
public record PoolMember(NodeFacts node, Optional<MachineNode> marks, Optional<NUMANodeStatus> seen) {

    String name() {
        return node.name();
    }

    /** What an agent read, if it read everything that a plan needs. */
    Optional<NUMANodeStatus> inspected() {
        return seen.filter(status -> status.hardware() != null && status.live() != null && status.kubelet() != null);
    }

    /** Whether the agent read it since the node was booted last. */
    boolean inspectedSinceBoot() {
        return inspected()
                .map(NUMANodeStatus::host)
                .filter(host -> node.state().bootId().equals(host.bootID()))
                .isPresent();
    }

    /** Whether it runs a rendered configuration, and is back. */
    boolean runs(String rendered) {
        return marks.filter(known -> known.runs(rendered)).isPresent();
    }
}
