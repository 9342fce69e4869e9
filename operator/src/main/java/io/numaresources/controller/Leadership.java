package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.numaresources.stack.StackLabels;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What JOSDK 5.3.2 leaves open about leader election: its elector never releases the lease (releaseOnCancel is false), so that a successor
 * would wait for the lease to run out, and a process that lost the lease goes on reconciling beside the new leader.
 */
@Singleton
final class Leadership {
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

    /** After the operator SDK's own observer (3123), which ends the reconciliations. */
    private static final int AFTER_OPERATOR = 4000;

    /** A lease nobody holds is valid for the shortest time that the API accepts. */
    private static final Duration RELEASED = Duration.ofSeconds(1);

    private final KubernetesClient client;
    private final OperatorSettings settings;
    private final Clock clock;
    private volatile boolean stopping;

    Leadership(KubernetesClient client, OperatorSettings settings, Clock clock) {
        this.client = client;
        this.settings = settings;
        this.clock = clock;
    }

    /** For the elector: a lost lease ends the process, and the kubelet starts it anew as a candidate. */
    LeaderCallbacks callbacks() {
        return new LeaderCallbacks(() -> LOG.info("leading"), this::lost, leader -> {});
    }

    void stopping(@Observes @Priority(1) ShutdownEvent event) {
        stopping = true;
    }

    /** Gives the lease up, so that a successor need not wait for it to run out. */
    void release(@Observes @Priority(AFTER_OPERATOR) ShutdownEvent event) {
        var lock = new LeaseLock(settings.namespace(), StackLabels.OPERATOR, settings.identity());
        try {
            var held = lock.get(client);
            if (held == null || !settings.identity().equals(held.getHolderIdentity())) {
                return;
            }
            var now = ZonedDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
            lock.update(client, new LeaderElectionRecord(null, RELEASED, now, now, held.getLeaderTransitions()));
            LOG.info("lease released");
        } catch (KubernetesClientException unreachable) {
            LOG.atWarn()
                    .addKeyValue("reason", unreachable.getMessage())
                    .log("lease not released, a successor waits until it runs out");
        }
    }

    private void lost() {
        if (!stopping) {
            LOG.error("lease lost, ending");
            // not System.exit: this thread is the elector's, which the shutdown waits for
            Quarkus.asyncExit(1);
        }
    }
}
