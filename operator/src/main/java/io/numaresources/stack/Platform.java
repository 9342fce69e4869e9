package io.numaresources.stack;

import java.util.Optional;
import java.util.Set;

/** What kind of cluster this is, as far as it decides who may write kubelet configuration and what pods need to be admitted. */
public enum Platform {
    /** No API of OpenShift is served. */
    KUBERNETES,
    /** OpenShift with its own control plane: the machine-config operator owns the nodes. */
    OPENSHIFT,
    /** The guest of a hosted control plane (HyperShift): NodePools in another cluster own the nodes. */
    HOSTED,
    /** MicroShift: OpenShift's routes and security contexts on one node, whose kubelet is configured by a file of its package. */
    MICROSHIFT;

    /** API group of ClusterVersion and Infrastructure, which MicroShift does not have. */
    public static final String CONFIG_GROUP = "config.openshift.io";

    private static final String SECURITY_GROUP = "security.openshift.io";
    private static final String ELSEWHERE = "External";

    /**
     * Decides.
     *
     * @param apiGroups API groups that are served
     * @param controlPlaneTopology status.controlPlaneTopology of the Infrastructure object named cluster, where there is one
     */
    public static Platform of(Set<String> apiGroups, Optional<String> controlPlaneTopology) {
        if (apiGroups.contains(CONFIG_GROUP)) {
            return controlPlaneTopology.filter(ELSEWHERE::equals).isPresent() ? HOSTED : OPENSHIFT;
        }
        return apiGroups.contains(SECURITY_GROUP) ? MICROSHIFT : KUBERNETES;
    }

    /** What owns the configuration of every kubelet of such a cluster. */
    public Optional<String> owner() {
        return switch (this) {
            case KUBERNETES -> Optional.empty();
            case OPENSHIFT -> Optional.of("OpenShift");
            case HOSTED -> Optional.of("HyperShift");
            case MICROSHIFT -> Optional.of("MicroShift");
        };
    }

    /** Whether pods are admitted by security context constraints. */
    public boolean constrainsPods() {
        return this != KUBERNETES;
    }

    /** A node of such a cluster: what the cluster says of its owner counts more than what the node says. */
    public NodeFacts node(NodeFacts node) {
        return owner().map(owner -> node.managedBy(owner)).orElse(node);
    }
}
