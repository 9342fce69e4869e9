package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** topologyManagerScope of the kubelet. */
public enum TopologyScope {
    @JsonProperty("pod")
    POD("pod"),
    @JsonProperty("container")
    CONTAINER("container");

    private final String value;

    TopologyScope(String value) {
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
