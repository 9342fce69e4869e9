package io.numaresources.fleet;

import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.rollout.Phase;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a NUMANode says of its change.
 *
 * @param node the object
 */
public record Reported(NUMANode node) {
    /** Revision under which a node gets back what it ran before this operator touched it. */
    public static final String RESTORE = "restore";

    /** Revision of a node that is read and not changed: something else writes its kubelet's configuration. */
    public static final String INSPECT = "inspect";

    /** Hash that stands for the configuration before this operator. */
    public static final String ORIGINAL = "original";

    /** Value of status.step once the agent has put the former configuration back. */
    public static final String RESTORED = "Restored";

    /** Its name, which is that of the node. */
    public String name() {
        return node.getMetadata().getName();
    }

    /** Where it stands; Pending before anything was written. */
    public Phase phase() {
        return status().map(NUMANodeStatus::phase)
                .map(phase -> Phase.parse(phase.value()))
                .orElse(Phase.PENDING);
    }

    /** Revision of the group that the phase is about. */
    public String revision() {
        return node.getSpec() == null || node.getSpec().revision() == null
                ? ""
                : node.getSpec().revision();
    }

    /** The status, once there is one. */
    public Optional<NUMANodeStatus> status() {
        return Optional.ofNullable(node.getStatus());
    }

    /** Whether everything in its spec was understood; else nothing may be done with it. */
    public boolean understood() {
        return node.getSpec() != null && node.getSpec().unknownValues().isEmpty();
    }

    /** When a phase was entered last. */
    public Optional<Instant> entered(Phase phase) {
        return status().map(NUMANodeStatus::transitions)
                .map(transitions -> transitions.get(phase.value()))
                .flatMap(Reported::time);
    }

    /** How long it has been in its phase. */
    public Duration inPhase(Instant now) {
        return entered(phase())
                .map(since -> Duration.between(since, now))
                .filter(Duration::isPositive)
                .orElse(Duration.ZERO);
    }

    /** When its kubelet's process started. */
    public Optional<Instant> kubeletStarted() {
        return status().map(NUMANodeStatus::kubelet)
                .map(kubelet -> kubelet.started())
                .flatMap(Reported::time);
    }

    /** When its kubelet's configuration was read or verified last. */
    public Optional<Instant> looked() {
        return Stream.of(Phase.INSPECTED, Phase.VERIFIED)
                .flatMap(phase -> entered(phase).stream())
                .max(Comparator.naturalOrder());
    }

    /** Whether the present change has got so far that the node has something to restore; a grant forgets the change before. */
    public boolean backedUp() {
        return entered(Phase.BACKED_UP).isPresent();
    }

    /** Whether its kubelet may run something that this operator wrote. */
    public boolean touched() {
        if (revision().equals(RESTORE) && phase() == Phase.CONFIGURED) {
            return false;
        }
        // what failed at the first attempt was taken back
        return entered(Phase.UNCORDONED).isPresent() || backedUp() && phase() != Phase.ROLLED_BACK;
    }

    /** A time of the API; absent where it is none. */
    public static Optional<Instant> time(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
