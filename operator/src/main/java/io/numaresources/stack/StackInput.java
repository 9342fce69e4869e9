package io.numaresources.stack;

import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import java.util.List;

/**
 * Everything the desired objects depend on.
 *
 * @param spec the spec, with its defaults
 * @param namespace namespace of the operands, {@code numa-system} as shipped
 * @param server version of the API server
 * @param groups the groups of the spec in its order
 * @param schedulerHosts number of nodes that can hold a scheduler pod (ready and schedulable)
 * @param schedulerRestart value of the annotation that restarts the scheduler pods when it changes, empty for none yet; rendered only for
 *     an image that needs such restarts
 */
public record StackInput(
        NUMAResourcesOperatorSpec spec,
        String namespace,
        KubernetesVersion server,
        List<GroupFacts> groups,
        int schedulerHosts,
        String schedulerRestart) {}
