package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Over which pods the updater computes the fingerprint that lets the scheduler trust an object. */
public enum PodsFingerprinting {
    @JsonProperty("Auto")
    AUTO("Auto"),
    @JsonProperty("All")
    ALL("All"),
    @JsonProperty("ExclusiveResources")
    EXCLUSIVE_RESOURCES("ExclusiveResources"),
    @JsonProperty("Disabled")
    DISABLED("Disabled");

    private final String value;

    PodsFingerprinting(String value) {
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
