package io.numaresources.rollout;

import java.util.Arrays;
import java.util.Optional;

/** Where a node stands on its way to the wanted kubelet configuration; the names are those of NUMANode.status.phase. */
public enum Phase {
    PENDING("Pending", Hold.FREE),
    INSPECTED("Inspected", Hold.FREE),
    PREFLIGHT_PASSED("PreflightPassed", Hold.FREE),
    PREFLIGHT_FAILED("PreflightFailed", Hold.FREE),
    GRANTED("Granted", Hold.TAKEN),
    CORDONED("Cordoned", Hold.TAKEN),
    DRAINED("Drained", Hold.TAKEN),
    BACKED_UP("BackedUp", Hold.TAKEN),
    ROLLBACK_ARMED("RollbackArmed", Hold.TAKEN),
    APPLIED("Applied", Hold.TAKEN),
    VERIFIED("Verified", Hold.TAKEN),
    DISARMED("Disarmed", Hold.TAKEN),
    UNCORDONED("Uncordoned", Hold.WATCHED),
    SOAKING("Soaking", Hold.WATCHED),
    CONFIGURED("Configured", Hold.FREE),
    ROLLING_BACK("RollingBack", Hold.TAKEN),
    ROLLED_BACK("RolledBack", Hold.FREE),
    BROKEN("Broken", Hold.KEPT);

    private enum Hold {
        FREE,
        TAKEN,
        WATCHED,
        KEPT
    }

    private final String value;
    private final Hold hold;

    Phase(String value, Hold hold) {
        this.value = value;
        this.hold = hold;
    }

    /** As it stands in the status. */
    public String value() {
        return value;
    }

    /** The phase of this text; Pending where it is none. */
    public static Phase parse(String text) {
        return Arrays.stream(values())
                .filter(phase -> phase.value.equals(text))
                .findFirst()
                .orElse(PENDING);
    }

    /** Whether a change of the node is under way. */
    public boolean inFlight() {
        return hold == Hold.TAKEN || hold == Hold.WATCHED;
    }

    /** Whether pods can't be sent to the node because of us. */
    public boolean unavailable() {
        return hold == Hold.TAKEN || hold == Hold.KEPT;
    }

    /** Whether the change went wrong. */
    public boolean failed() {
        return this == ROLLING_BACK || this == ROLLED_BACK || this == BROKEN;
    }

    /** What is done next; absent where nothing is, or a grant is needed first. */
    public Optional<Step> next() {
        return Arrays.stream(Step.values()).filter(step -> step.from() == this).findFirst();
    }
}
