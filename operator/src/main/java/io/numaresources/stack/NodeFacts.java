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
 */
public record NodeFacts(
        String name,
        Map<String, String> labels,
        boolean ready,
        boolean schedulable,
        Optional<KubernetesVersion> kubelet) {}
