package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What makes an updater publish a node again. */
public enum RefreshMode {
    @JsonProperty("PeriodicAndEvents")
    PERIODIC_AND_EVENTS("PeriodicAndEvents"),
    @JsonProperty("Periodic")
    PERIODIC("Periodic"),
    @JsonProperty("Events")
    EVENTS("Events");

    private final String value;

    RefreshMode(String value) {
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
