package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What is done with pods a kubelet rejected for topology. */
public enum RejectedPodsAction {
    @JsonProperty("Report")
    REPORT("Report"),
    @JsonProperty("Delete")
    DELETE("Delete");

    private final String value;

    RejectedPodsAction(String value) {
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
