package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.javaoperatorsdk.operator.Operator;
import io.numaresources.stack.StackLabels;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process reconciles. The controllers are started when the lease is held, and the lease is given up after they have stopped. JOSDK
 * 5.3.2's own election is not used: it never releases the lease, finds a free one late, and reconciles on after having lost it.
 */
@Singleton
final class Leadership {
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

    private final KubernetesClient client;
    private final OperatorSettings settings;
    private final Operator operator;
    private final Tenure tenure;
    private final Standby standby;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("leadership").factory());
    private volatile @Nullable Future<?> election;
    private volatile boolean stopping;

    Leadership(KubernetesClient client, OperatorSettings settings, Clock clock, Operator operator, Tenure tenure) {
        this.client = client;
        this.settings = settings;
        this.operator = operator;
        this.tenure = tenure;
        standby = new Standby(client, settings, clock, executor);
    }

    /** Whether another process is known to lead. */
    boolean waits() {
        return standby.waiting();
    }

    void start(@Observes StartupEvent event) {
        standby.free()
                .thenRun(() -> orEnd("the election could not be started", () -> {
                    if (!stopping) {
                        election = client.leaderElector()
                                .withConfig(candidate())
                                .build()
                                .start();
                    }
                }));
    }

    /** Gives the lease up, so that a successor need not wait for it to run out. */
    void stop(@Observes ShutdownEvent event) {
        stopping = true;
        executor.execute(standby::close);
        operator.stop();
        var held = election;
        if (held != null) {
            held.cancel(true);
            tenure.end();
            release();
        }
        executor.shutdown();
    }

    /** The elector's own release, fabric8 7.5.2, is a merge patch that leaves the holder's name. */
    private void release() {
        try {
            client.leases()
                    .inNamespace(settings.namespace())
                    .withName(StackLabels.OPERATOR)
                    .edit(lease -> {
                        if (settings.identity().equals(lease.getSpec().getHolderIdentity())) {
                            lease.getSpec().setHolderIdentity(null);
                        }
                        return lease;
                    });
            LOG.info("lease released");
        } catch (KubernetesClientException unreachable) {
            LOG.atWarn()
                    .addKeyValue("reason", unreachable.getMessage())
                    .log("lease not released, a successor waits until it runs out");
        }
    }

    private LeaderElectionConfig candidate() {
        return new LeaderElectionConfigBuilder()
                .withName(StackLabels.OPERATOR)
                .withLock(new RenewedLock(
                        new LeaseLock(settings.namespace(), StackLabels.OPERATOR, settings.identity()), tenure))
                .withLeaseDuration(settings.lease().duration())
                .withRenewDeadline(settings.lease().renewDeadline())
                .withRetryPeriod(settings.lease().retryPeriod())
                .withLeaderCallbacks(new LeaderCallbacks(() -> executor.execute(this::lead), this::lost, leader -> {}))
                .build();
    }

    private void lead() {
        LOG.info("leading");
        orEnd("the controllers could not be started", operator::start);
    }

    /** A process that can do nothing must not stay and look as if it waited. */
    private static void orEnd(String otherwise, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException failure) {
            LOG.error("{}, ending", otherwise, failure);
            Quarkus.asyncExit(1);
        }
    }

    /** The kubelet starts the process anew as a candidate. */
    private void lost() {
        tenure.end();
        if (!stopping) {
            LOG.error("lease lost, ending");
            // not System.exit: this thread is the elector's, which the shutdown waits for
            Quarkus.asyncExit(1);
        }
    }
}
