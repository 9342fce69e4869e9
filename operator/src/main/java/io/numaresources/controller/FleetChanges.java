package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.api.v1alpha1.NodeAction;
import io.numaresources.api.v1alpha1.OnDelete;
import io.numaresources.fleet.Reported;
import io.numaresources.rollout.Phase;

/** What a pass changes in NUMANodes. One that somebody else wrote meanwhile is left to the next pass. */
final class FleetChanges {
    private static final int CONFLICT = 409;

    private final Fleet fleet;
    private final NodeWriter writer;
    private final OwnerReference owner;

    FleetChanges(Fleet fleet, NodeWriter writer, OwnerReference owner) {
        this.fleet = fleet;
        this.writer = writer;
        this.owner = owner;
    }

    /** Has a node managed under a revision; one that is in the middle of a change finishes that first. */
    void manage(String name, String group, String revision, OnDelete onDelete) {
        var known = fleet.find(name);
        if (known.isEmpty()) {
            writer.spec(name, new NUMANodeSpec(group, null, null, revision, onDelete, NodeAction.INSPECT), owner);
            return;
        }
        var node = known.get();
        var spec = node.node().getSpec();
        if (!node.understood() || node.phase().inFlight()) {
            return;
        }
        if (!node.revision().equals(revision) || !spec.group().equals(group)) {
            boolean restores = revision.equals(Reported.RESTORE);
            // first the phase: a spec that is ahead of it would make what the node runs look like what is wanted
            if (node.phase() != Phase.PENDING) {
                reconsider(node, restores ? "left its group" : "something else is wanted");
            }
            writer.spec(
                    name,
                    new NUMANodeSpec(
                            group,
                            null,
                            restores ? Reported.ORIGINAL : null,
                            revision,
                            onDelete,
                            restores ? NodeAction.NONE : NodeAction.INSPECT),
                    owner);
        } else if (spec.onDelete() != onDelete) {
            writer.spec(
                    name,
                    new NUMANodeSpec(group, spec.kubelet(), spec.kubeletHash(), revision, onDelete, spec.action()),
                    owner);
        }
    }

    /** Has a node inspected and checked again; false where somebody else wrote it meanwhile. */
    boolean reconsider(Reported node, String why) {
        return enter(node, Phase.PENDING, why);
    }

    /** Lets a node go ahead. */
    void grant(Reported node) {
        enter(node, Phase.GRANTED, "goes ahead");
    }

    void forget(Reported node) {
        writer.delete(node.name());
    }

    private boolean enter(Reported node, Phase phase, String message) {
        try {
            writer.enter(node, phase, message);
            return true;
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != CONFLICT) {
                throw refused;
            }
            return false;
        }
    }
}
