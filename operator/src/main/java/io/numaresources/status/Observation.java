package io.numaresources.status;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import io.numaresources.api.v1alpha1.RelatedObject;
import io.numaresources.api.v1alpha1.Versions;
import io.numaresources.fleet.GroupProgress;
import io.numaresources.guard.PoolConsistency;
import io.numaresources.stack.Membership;
import io.numaresources.stack.Stack;
import io.numaresources.stack.TopologyFacts;
import io.numaresources.stack.UpgradeOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one pass saw of the cluster.
 *
 * @param generation generation of the spec
 * @param spec the spec
 * @param operandNamespace namespace of the operands
 * @param membership nodes by group
 * @param topologies NodeResourceTopologies by name
 * @param choice what the version matrix chose
 * @param workloads progress of the updater DaemonSets by group name
 * @param scheduler progress of the scheduler, empty where it is disabled or not created yet
 * @param findings findings of planning and of this pass
 * @param pendingWrites objects that differ from what is wanted and were not written (a paused resource, or a
 *     value that this version does not know)
 * @param versions versions the choice was made from
 * @param relatedObjects objects of this installation
 * @param schedulerRestart when and why the scheduler was restarted last
 * @param schedulerRestartDue whether the scheduler is to be restarted, because it doesn't know every topology yet
 * @param upgrade which operand waits while images change
 * @param kubelets where the rollout of each group stands whose kubelets agents configure
 * @param pools how alike the nodes of each group are
 */
public record Observation(
        long generation,
        NUMAResourcesOperatorSpec spec,
        String operandNamespace,
        Membership membership,
        Map<String, TopologyFacts> topologies,
        Stack.Choice choice,
        Map<String, Workload> workloads,
        Optional<Workload> scheduler,
        List<Finding> findings,
        List<String> pendingWrites,
        Versions versions,
        List<RelatedObject> relatedObjects,
        Optional<String> schedulerRestart,
        boolean schedulerRestartDue,
        UpgradeOrder upgrade,
        Map<String, GroupProgress> kubelets,
        Map<String, PoolConsistency> pools) {

    /**
     * Progress of a DaemonSet or Deployment.
     *
     * @param name its name
     * @param current whether its controller has seen the newest generation and every pod is of it
     * @param desired pods that should run
     * @param ready pods that are ready
     */
    public record Workload(String name, boolean current, int desired, int ready) {
        /** Whether every wanted pod is ready and of the newest generation. */
        public boolean settled() {
            return current && ready >= desired;
        }
    }
}
