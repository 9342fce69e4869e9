package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** topologyManagerPolicy of the kubelet, spelled as the kubelet spells it. */
public enum TopologyPolicy {
    @JsonProperty("single-numa-node")
    SINGLE_NUMA_NODE("single-numa-node"),
    @JsonProperty("restricted")
    RESTRICTED("restricted"),
    @JsonProperty("best-effort")
    BEST_EFFORT("best-effort"),
    @JsonProperty("none")
    NONE("none");

    private final String value;

    TopologyPolicy(String value) {
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
