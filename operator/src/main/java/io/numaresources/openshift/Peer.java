package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.finding.FindingCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The operator that OpenShift ships for the same purpose: both at once publish the same nodes and hold the same scheduler name. */
public final class Peer {
    private static final String SCHEDULER = "topo-aware-scheduler";

    private Peer() {}

    /**
     * Conflicts with its resources.
     *
     * @param operators its resources of kind NUMAResourcesOperator
     * @param schedulers its resources of kind NUMAResourcesScheduler
     * @param ours name of our scheduler; absent where it is disabled
     */
    public static List<Finding> conflicts(
            Collection<GenericKubernetesResource> operators,
            Collection<GenericKubernetesResource> schedulers,
            Optional<String> ours) {
        var found = new ArrayList<Finding>();
        for (var operator : operators) {
            found.add(FindingCode.PEER_OPERATOR.finding(
                    "numaresourcesoperator.nodetopology.openshift.io %s publishes nodes too, and two writers of one topology overwrite each other: kubectl numa migrate renders what replaces it, then delete it"
                            .formatted(operator.getMetadata().getName())));
        }
        for (var scheduler : schedulers) {
            String name = Tree.text(scheduler.getAdditionalProperties(), "spec", "schedulerName")
                    .orElse(SCHEDULER);
            if (ours.filter(name::equals).isPresent()) {
                found.add(FindingCode.PEER_SCHEDULER.finding(
                        "numaresourcesscheduler.nodetopology.openshift.io %s runs a scheduler of the name %s too, so that both bind the same pods: delete it, or give ours another name in scheduler.name"
                                .formatted(scheduler.getMetadata().getName(), name)));
            }
        }
        return found;
    }
}
