package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** memoryManagerPolicy of the kubelet: capitalised, unlike the CPU manager's. */
public enum MemoryPolicy {
    @JsonProperty("Static")
    STATIC("Static"),
    @JsonProperty("None")
    NONE("None");

    private final String value;

    MemoryPolicy(String value) {
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
