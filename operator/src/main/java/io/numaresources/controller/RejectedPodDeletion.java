package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.guard.Rejection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes rejected pods one by one, at an even pace of at most 50 a second. Each is deleted as the very object that was judged, by uid and
 * resourceVersion: a pod that changed meanwhile, or another one of its name, stays.
 */
final class RejectedPodDeletion {
    /** How many are deleted in a turn, which then takes about a second. */
    static final int BATCH = 45;

    private static final Logger LOG = LoggerFactory.getLogger(RejectedPodDeletion.class);
    /** 46 are sent within a second at most. */
    private static final Duration BETWEEN = Duration.ofMillis(22);
    /** An API server that answers slowly isn't asked for more at a time; together with those sent before, it sees no more than 50 in a second. */
    private static final int AT_A_TIME = 4;

    private final KubernetesClient client;
    private final Runnable deleted;
    private long slot = System.nanoTime();

    /**
     * @param deleted called after each pod that was deleted, from any thread
     */
    RejectedPodDeletion(KubernetesClient client, Runnable deleted) {
        this.client = client;
        this.deleted = deleted;
    }

    /** Deletes these and returns, when all were answered, how many were deleted. */
    int delete(List<Rejection> victims) throws InterruptedException {
        var room = new Semaphore(AT_A_TIME);
        var done = new AtomicInteger();
        try (var requests = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var victim : victims) {
                room.acquire();
                pace();
                requests.execute(() -> {
                    try {
                        if (delete(victim)) {
                            done.incrementAndGet();
                        }
                    } finally {
                        room.release();
                    }
                });
            }
        }
        return done.get();
    }

    /** Waits for the next slot; those that weren't used in time are lost, so that nothing is caught up on. */
    private void pace() throws InterruptedException {
        long now = System.nanoTime();
        if (slot - now > 0) {
            TimeUnit.NANOSECONDS.sleep(slot - now);
            now = slot;
        }
        slot = now + BETWEEN.toNanos();
    }

    private boolean delete(Rejection victim) {
        var options = new DeleteOptionsBuilder()
                .withNewPreconditions()
                .withUid(victim.uid())
                .withResourceVersion(victim.resourceVersion())
                .endPreconditions()
                .build();
        try {
            client.raw(
                    "/api/v1/namespaces/%s/pods/%s".formatted(victim.owner().namespace(), victim.name()),
                    "DELETE",
                    options);
            deleted.run();
            return true;
        } catch (KubernetesClientException refused) {
            // it is gone or changed, which the watch tells, or it is tried again later
            LOG.atDebug()
                    .addKeyValue("pod", victim.key())
                    .addKeyValue("error", refused.getMessage())
                    .log("rejected pod was not deleted");
            return false;
        }
    }
}
