package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.numaresources.fleet.Reported;
import io.numaresources.stack.StackLabels;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Replaces the updater of a node whose kubelet has started again: updaters ask a kubelet only once what its zones can give
 * (kubernetes-sigs/node-feature-discovery#1424), and with the CPU manager's policy none that was nothing.
 */
final class UpdaterRenewal {
    /** An inspection that was longer ago belongs to a former process, which renewed what was due. */
    private static final Duration NEW = Duration.ofMinutes(1);

    private final NodeAccess access;
    private final Clock clock;
    private final Map<String, Instant> renewed = new ConcurrentHashMap<>();

    UpdaterRenewal(NodeAccess access, Clock clock) {
        this.access = access;
        this.clock = clock;
    }

    /** Deletes the updater's pods that are older than the kubelet; their DaemonSet makes others. */
    void after(Reported node) {
        node.kubeletStarted().ifPresent(kubelet -> {
            access.pods(node.name()).stream()
                    .filter(pod -> isUpdater(pod) && started(pod).isBefore(kubelet))
                    .forEach(access::delete);
            renewed.put(node.name(), kubelet);
        });
    }

    /** Does so where a kubelet was seen to have started again, whoever did that; once, since the pods of the node are asked for. */
    void afterInspection(Reported node) {
        var before = Optional.ofNullable(renewed.get(node.name()));
        boolean done = before.isPresent()
                ? before.equals(node.kubeletStarted())
                : node.inPhase(clock.instant()).compareTo(NEW) > 0;
        if (!done) {
            after(node);
        }
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
