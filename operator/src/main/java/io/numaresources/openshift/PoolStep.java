package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;

/** What one pass does about a pool. */
public sealed interface PoolStep {
    /** Nothing. */
    record None() implements PoolStep {}

    /** Tells what the next pass will do to the nodes. */
    record Announce(String message) implements PoolStep {}

    /** Writes a KubeletConfig, whereupon nodes are drained and rebooted. */
    record Write(GenericKubernetesResource object, String message) implements PoolStep {}

    /** Writes the previous one, since nodes did not come back with the new one. */
    record TakeBack(GenericKubernetesResource object, String message) implements PoolStep {}
}
