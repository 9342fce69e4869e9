package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What happens when nodes of a machine-config pool don't come back. */
public enum OnTimeout {
    @JsonProperty("Report")
    REPORT("Report"),
    @JsonProperty("Restore")
    RESTORE("Restore");

    private final String value;

    OnTimeout(String value) {
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
