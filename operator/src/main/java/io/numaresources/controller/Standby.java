package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.numaresources.stack.StackLabels;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the lease: it is watched, so that a released one is taken at once and one of a process that died when it runs out. Asking
 * again and again, as the elector does, finds it 10 to 22 seconds later.
 */
final class Standby implements ResourceEventHandler<Lease>, AutoCloseable {

    /** Beyond the end of a lease, which the elector compares with its own clock a moment later. */
    private static final Duration MARGIN = Duration.ofMillis(50);

    private final KubernetesClient client;
    private final OperatorSettings settings;
    private final Clock clock;
    private final ScheduledExecutorService executor;
    private final CompletableFuture<Void> free = new CompletableFuture<>();
    private @Nullable SharedIndexInformer<Lease> informer;
    private @Nullable ScheduledFuture<?> end;
    private volatile boolean waiting;

    /**
     * A process that doesn't lead yet.
     *
     * @param executor single thread, on which everything here is decided
     */
    Standby(KubernetesClient client, OperatorSettings settings, Clock clock, ScheduledExecutorService executor) {
        this.client = client;
        this.settings = settings;
        this.clock = clock;
        this.executor = executor;
    }

    /** Completes on the executor when the lease can be had; while the API server can't be reached that isn't known, and tried again. */
    CompletableFuture<Void> free() {
        executor.execute(() -> {
            var lease = client.leases()
                    .inNamespace(settings.namespace())
                    .withName(StackLabels.OPERATOR)
                    .runnableInformer(0);
            informer = lease;
            lease.exceptionHandler((started, failure) -> true);
            lease.addEventHandler(this);
            lease.start()
                    .thenRunAsync(
                            () -> consider(
                                    lease.getStore().list().stream().findFirst().orElse(null)),
                            executor);
        });
        return free;
    }

    /** Whether another process is known to lead. */
    boolean waiting() {
        return waiting;
    }

    @Override
    public void onAdd(Lease lease) {
        executor.execute(() -> consider(lease));
    }

    @Override
    public void onUpdate(Lease old, Lease lease) {
        executor.execute(() -> consider(lease));
    }

    @Override
    public void onDelete(Lease lease, boolean finalStateUnknown) {
        executor.execute(() -> consider(null));
    }

    @Override
    public void close() {
        if (end != null) {
            end.cancel(false);
        }
        if (informer != null) {
            informer.close();
        }
    }

    private void consider(@Nullable Lease lease) {
        if (free.isDone()) {
            return;
        }
        if (end != null) {
            end.cancel(false);
        }
        var left = remaining(lease == null ? null : lease.getSpec());
        waiting = left.isPositive();
        if (waiting) {
            end = executor.schedule(this::take, left.plus(MARGIN).toMillis(), TimeUnit.MILLISECONDS);
        } else {
            take();
        }
    }

    private void take() {
        waiting = false;
        close();
        free.complete(null);
    }

    /** How long somebody else has it if it isn't renewed; at most one lease, however much the clocks differ. */
    private Duration remaining(@Nullable LeaseSpec lease) {
        if (lease == null
                || lease.getRenewTime() == null
                || lease.getLeaseDurationSeconds() == null
                || lease.getHolderIdentity() == null
                || lease.getHolderIdentity().isEmpty()
                || Objects.equals(lease.getHolderIdentity(), settings.identity())) {
            return Duration.ZERO;
        }
        var whole = Duration.ofSeconds(lease.getLeaseDurationSeconds());
        var left = Duration.between(clock.instant(), lease.getRenewTime().toInstant())
                .plus(whole);
        return left.compareTo(whole) > 0 ? whole : left;
    }
}
