package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** cpuManagerPolicy of the kubelet: lower case. */
public enum CpuPolicy {
    @JsonProperty("static")
    STATIC("static"),
    @JsonProperty("none")
    NONE("none");

    private final String value;

    CpuPolicy(String value) {
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
