package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Pods of other schedulers that make a node stale for the topology cache. */
public enum ForeignPods {
    @JsonProperty("OnlyExclusiveResources")
    ONLY_EXCLUSIVE_RESOURCES("OnlyExclusiveResources"),
    @JsonProperty("All")
    ALL("All"),
    @JsonProperty("None")
    NONE("None");

    private final String value;

    ForeignPods(String value) {
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
