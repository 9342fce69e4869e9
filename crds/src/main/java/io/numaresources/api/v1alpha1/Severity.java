package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How bad a finding is. */
public enum Severity {
    @JsonProperty("Info")
    INFO("Info"),
    @JsonProperty("Warning")
    WARNING("Warning"),
    @JsonProperty("Error")
    ERROR("Error");

    private final String value;

    Severity(String value) {
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
