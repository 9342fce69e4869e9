package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.InformerMode;
import io.numaresources.api.v1alpha1.UpdaterType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The desired objects and the choices behind them.
 *
 * @param objects every owned object, in the order in which they are best created (workloads and their ConfigMaps early, roles
 *     before bindings), without owner references, labelled with {@link StackLabels}
 * @param topologyCRD the NodeResourceTopology CRD, empty where it is unmanaged
 * @param choice what the version matrix chose
 * @param findings what can't be served, with what to do
 */
public record Stack(
        List<HasMetadata> objects,
        Optional<CustomResourceDefinition> topologyCRD,
        Choice choice,
        List<Finding> findings) {

    /**
     * What the version matrix chose.
     *
     * @param matrixRow minor of the row in force, such as {@code 1.34}
     * @param schedulerImage image of the scheduler, empty where it is disabled
     * @param schedulerReplicas number of scheduler pods in force
     * @param informer informer mode in force, never Auto
     * @param restartsOnTopologyChange whether this scheduler image must be restarted when NodeResourceTopologies of new nodes
     *     appear or a node's topology policy changes
     * @param updaterTypes updater type by group name
     * @param updaterImages updater image by group name
     */
    public record Choice(
            String matrixRow,
            Optional<String> schedulerImage,
            int schedulerReplicas,
            InformerMode informer,
            boolean restartsOnTopologyChange,
            Map<String, UpdaterType> updaterTypes,
            Map<String, String> updaterImages) {}
}
