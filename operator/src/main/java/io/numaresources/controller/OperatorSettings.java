package io.numaresources.controller;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Settings of the process, {@code numaresources.*} or the like-named environment variables. */
@ConfigMapping(prefix = "numaresources")
public interface OperatorSettings {
    /** Namespace of the operands and of the leader-election lease. */
    @WithDefault("numa-system")
    String namespace();

    /** Identity in leader election: the pod's name, so that a restarted container takes its own lease over at once. */
    String identity();

    /** Version of this operator. */
    @WithDefault("dev")
    String version();

    /**
     * File with another version matrix than the one that is shipped, in the same form: to try operand versions before a release has them, and
     * for tests of upgrades.
     */
    Optional<Path> versionMatrix();

    /** Time between two looks at which kinds of OpenShift are served. */
    @WithDefault("10m")
    Duration discoveryInterval();

    /** Leader election. */
    Lease lease();

    /** Times of the lease. */
    interface Lease {
        /** How long a lease is valid without renewal: after the loss of a node nobody leads for that long. */
        @WithDefault("24s")
        Duration duration();

        /** How long the leader tries to renew before it gives up; the elector wants more than 2.2 retry periods. */
        @WithDefault("23s")
        Duration renewDeadline();

        /** Time between two renewals, six a minute. */
        @WithDefault("10s")
        Duration retryPeriod();
    }

    /** Who may read the metrics. */
    Metrics metrics();

    /** The metrics. */
    interface Metrics {
        /** Whether only those may read them whom the API server lets {@code get} the path /metrics; else everybody who reaches the port. */
        @WithDefault("true")
        boolean authenticated();
    }

    /** The guard. */
    Watch guard();

    /** Times of the guard. */
    interface Watch {
        /** How long something must be wrong with what a node publishes before it is told. */
        @WithDefault("5m")
        Duration patience();
    }
}
