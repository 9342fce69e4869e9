package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which pods the topology cache sees; Auto chooses by the oldest kubelet. */
public enum InformerMode {
    @JsonProperty("Auto")
    AUTO("Auto"),
    @JsonProperty("Shared")
    SHARED("Shared"),
    @JsonProperty("Dedicated")
    DEDICATED("Dedicated");

    private final String value;

    InformerMode(String value) {
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
