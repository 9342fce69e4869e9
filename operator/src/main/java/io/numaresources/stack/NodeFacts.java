package io.numaresources.stack;

import java.util.Map;
import java.util.Optional;

/**
 * What is kept of a Node.
 *
 * @param name name of the node
 * @param labels its labels
 * @param ready whether its Ready condition is True
 * @param schedulable whether a pod without special tolerations can be bound to it
 * @param kubelet version of its kubelet, empty until it reported one
 * @param state what decides whether and when its kubelet may be changed
 */
public record NodeFacts(
        String name,
        Map<String, String> labels,
        boolean ready,
        boolean schedulable,
        Optional<KubernetesVersion> kubelet,
        State state) {

    /** A node of which nothing else is known. */
    public NodeFacts(
            String name,
            Map<String, String> labels,
            boolean ready,
            boolean schedulable,
            Optional<KubernetesVersion> kubelet) {
        this(name, labels, ready, schedulable, kubelet, State.UNKNOWN);
    }

    /**
     * What decides whether and when a kubelet may be changed.
     *
     * @param cordoned whether spec.unschedulable is set
     * @param bootId identity of the present boot, empty until it was reported
     * @param kubeletVersion version of its kubelet as it is written, with the suffix of a distribution
     * @param managedBy what owns the kubelet's configuration, such as GKE or Talos
     * @param claimedBy mark of another tool that works on the node
     */
    public record State(
            boolean cordoned,
            String bootId,
            String kubeletVersion,
            Optional<String> managedBy,
            Optional<String> claimedBy) {
        static final State UNKNOWN = new State(false, "", "", Optional.empty(), Optional.empty());
    }

    /** The same node under something that owns its kubelet's configuration. */
    public NodeFacts managedBy(String owner) {
        return new NodeFacts(
                name,
                labels,
                ready,
                schedulable,
                kubelet,
                new State(
                        state.cordoned(),
                        state.bootId(),
                        state.kubeletVersion(),
                        Optional.of(owner),
                        state.claimedBy()));
    }

    /** Whether it is a control-plane node. */
    public boolean controlPlane() {
        return labels.containsKey("node-role.kubernetes.io/control-plane");
    }
}
