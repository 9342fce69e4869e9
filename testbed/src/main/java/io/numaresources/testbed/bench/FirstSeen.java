package io.numaresources.testbed.bench;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * When an informer saw its first object.
 *
 * @param <T> kind of object
 */
final class FirstSeen<T> implements ResourceEventHandler<T> {

    private static final int LIMIT_SECONDS = 120;

    private final CompletableFuture<Long> seen = new CompletableFuture<>();

    /** Waits for it; returns seconds since a reading of {@link System#nanoTime}. */
    double secondsSince(long start) {
        return (seen.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join() - start) / 1e9;
    }

    @Override
    public void onAdd(T object) {
        seen.complete(System.nanoTime());
    }

    @Override
    public void onUpdate(T before, T object) {
        // only the first counts
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
        // only the first counts
    }
}
