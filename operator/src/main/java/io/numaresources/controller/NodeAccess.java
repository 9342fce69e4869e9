package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/** A node that is being changed: read whole, cordoned, its pods. Only such nodes are read like this. */
interface NodeAccess {
    /** The Node as it is now. */
    Optional<Node> node(String name);

    /** Sets or removes spec.unschedulable. */
    void cordon(String name, boolean on);

    /** The pods that are bound to a node. */
    List<Pod> pods(String node);

    /** Whether the eviction was accepted, or the pod is gone; false where a PodDisruptionBudget refuses it now. */
    boolean evict(Pod pod);

    /** Deletes a pod, whatever guards it. */
    void delete(Pod pod);

    /** Whether a Node is unschedulable. */
    static boolean cordoned(Node node) {
        return node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    }
}
