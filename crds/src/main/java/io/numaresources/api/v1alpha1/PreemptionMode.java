package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether preemption looks at NUMA zones. */
public enum PreemptionMode {
    @JsonProperty("Disabled")
    DISABLED("Disabled"),
    @JsonProperty("NUMAAware")
    NUMAAWARE("NUMAAware");

    private final String value;

    PreemptionMode(String value) {
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
