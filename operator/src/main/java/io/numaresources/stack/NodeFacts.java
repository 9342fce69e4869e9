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
     * @param software what it runs besides its kubelet
     */
    public record State(
            boolean cordoned,
            String bootId,
            String kubeletVersion,
            Optional<String> managedBy,
            Optional<String> claimedBy,
            Software software) {
        static final State UNKNOWN = new State(false, "", "", Optional.empty(), Optional.empty());

        /** One of which the software isn't known. */
        public State(
                boolean cordoned,
                String bootId,
                String kubeletVersion,
                Optional<String> managedBy,
                Optional<String> claimedBy) {
            this(cordoned, bootId, kubeletVersion, managedBy, claimedBy, Software.UNKNOWN);
        }
    }

    /**
     * What a node runs, as its kubelet reports it; texts are empty where it didn't.
     *
     * @param kernel release of the kernel
     * @param osImage name and version of the operating system
     * @param runtime name and version of the container runtime
     * @param architecture as Go names it
     */
    public record Software(String kernel, String osImage, String runtime, String architecture) {
        /** Nothing was reported yet. */
        public static final Software UNKNOWN = new Software("", "", "", "");
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
