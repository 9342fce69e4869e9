package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a node stands on its way to the wanted kubelet configuration. */
public enum NodePhase {
    @JsonProperty("Pending")
    PENDING("Pending"),
    @JsonProperty("Inspected")
    INSPECTED("Inspected"),
    @JsonProperty("PreflightPassed")
    PREFLIGHT_PASSED("PreflightPassed"),
    @JsonProperty("PreflightFailed")
    PREFLIGHT_FAILED("PreflightFailed"),
    @JsonProperty("Granted")
    GRANTED("Granted"),
    @JsonProperty("Cordoned")
    CORDONED("Cordoned"),
    @JsonProperty("Drained")
    DRAINED("Drained"),
    @JsonProperty("BackedUp")
    BACKED_UP("BackedUp"),
    @JsonProperty("RollbackArmed")
    ROLLBACK_ARMED("RollbackArmed"),
    @JsonProperty("Applied")
    APPLIED("Applied"),
    @JsonProperty("Verified")
    VERIFIED("Verified"),
    @JsonProperty("Disarmed")
    DISARMED("Disarmed"),
    @JsonProperty("Uncordoned")
    UNCORDONED("Uncordoned"),
    @JsonProperty("Soaking")
    SOAKING("Soaking"),
    @JsonProperty("Configured")
    CONFIGURED("Configured"),
    @JsonProperty("RollingBack")
    ROLLING_BACK("RollingBack"),
    @JsonProperty("RolledBack")
    ROLLED_BACK("RolledBack"),
    @JsonProperty("Broken")
    BROKEN("Broken");

    private final String value;

    NodePhase(String value) {
        this.value = value;
    }

    /** As it is written in the resource. */
    public String value() {
        return value;
    }

    @Override
    public String toString() {
        return value;
    }
}
