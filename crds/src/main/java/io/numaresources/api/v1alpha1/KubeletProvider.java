package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who writes the kubelet configuration of a group. */
public enum KubeletProvider {
    @JsonProperty("Auto")
    AUTO("Auto"),
    @JsonProperty("NodeAgent")
    NODE_AGENT("NodeAgent"),
    @JsonProperty("MachineConfig")
    MACHINE_CONFIG("MachineConfig"),
    @JsonProperty("None")
    NONE("None");

    private final String value;

    KubeletProvider(String value) {
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
