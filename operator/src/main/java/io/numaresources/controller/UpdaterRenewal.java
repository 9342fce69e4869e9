package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.numaresources.fleet.Reported;
import io.numaresources.stack.StackLabels;
import java.time.Instant;
import java.util.Optional;

/**
 * Replaces the updater of a node whose kubelet has started again: updaters ask a kubelet only once what its zones can give
 * (kubernetes-sigs/node-feature-discovery#1424), and with the CPU manager's policy none that was nothing.
 */
final class UpdaterRenewal {
    private final NodeAccess access;

    UpdaterRenewal(NodeAccess access) {
        this.access = access;
    }

    /** Deletes the updater's pods that are older than the kubelet; their DaemonSet makes others. */
    void after(Reported node) {
        node.kubeletStarted()
                .ifPresent(kubelet -> access.pods(node.name()).stream()
                        .filter(pod -> isUpdater(pod) && started(pod).isBefore(kubelet))
                        .forEach(access::delete));
    }

    private static boolean isUpdater(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && pod.getMetadata().getLabels() != null
                && StackLabels.UPDATER.equals(pod.getMetadata().getLabels().get(StackLabels.COMPONENT));
    }

    /** A container that was started again doesn't count: it may have died before its kubelet did. */
    private static Instant started(Pod pod) {
        return Optional.ofNullable(pod.getStatus())
                .map(status -> status.getStartTime())
                .map(Instant::parse)
                .orElse(Instant.MAX);
    }
}
