package io.numaresources.fleet;

import io.numaresources.rollout.Phase;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.TopologyFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a node that runs what is wanted, or is only read, has to be looked at again. */
public final class Drift {
    /** An updater may publish a former policy for some time, so a node isn't inspected over and over for it. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(10);

    private Drift() {}

    /**
     * Compares what the agent read with what the cluster shows; none of it asks the node.
     *
     * @param topology what the node's updater publishes
     * @param started when the node's kubelet said last that it starts, by the clock of the node
     */
    public static Optional<String> of(
            Reported reported,
            NodeFacts node,
            @Nullable TopologyFacts topology,
            Optional<Instant> started,
            Instant now) {
        boolean inspected =
                reported.phase() == Phase.INSPECTED && reported.revision().equals(Reported.INSPECT);
        if (reported.phase() != Phase.CONFIGURED && !inspected
                || reported.status().isEmpty()) {
            return Optional.empty();
        }
        var status = reported.status().get();
        if (status.host() != null
                && differs(status.host().bootID(), node.state().bootId())) {
            return Optional.of("the machine was booted anew");
        }
        if (status.kubelet() != null
                && differs(status.kubelet().version(), node.state().kubeletVersion())) {
            return Optional.of("the kubelet is " + node.state().kubeletVersion() + ", it was "
                    + status.kubelet().version());
        }
        if (started.filter(start -> start.isAfter(reported.looked().orElse(Instant.MAX)))
                .isPresent()) {
            return Optional.of("the kubelet was started again");
        }
        var wanted = inspected ? status.live() : reported.node().getSpec().kubelet();
        boolean contradicts = wanted != null
                && topology != null
                && (differs(String.valueOf(wanted.topologyManagerPolicy()), topology.policy())
                        || differs(String.valueOf(wanted.topologyManagerScope()), topology.scope()));
        return contradicts && reported.inPhase(now).compareTo(BETWEEN_LOOKS) > 0
                ? Optional.of("the node publishes topology policy %s and scope %s"
                        .formatted(topology.policy(), topology.scope()))
                : Optional.empty();
    }

    private static boolean differs(@Nullable String known, String seen) {
        return known != null && !known.isEmpty() && !seen.isEmpty() && !known.equals(seen);
    }
}
