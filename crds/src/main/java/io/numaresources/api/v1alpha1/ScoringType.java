package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Scoring strategy of NodeResourceTopologyMatch. */
public enum ScoringType {
    @JsonProperty("LeastAllocated")
    LEAST_ALLOCATED("LeastAllocated"),
    @JsonProperty("MostAllocated")
    MOST_ALLOCATED("MostAllocated"),
    @JsonProperty("BalancedAllocation")
    BALANCED_ALLOCATION("BalancedAllocation"),
    @JsonProperty("LeastNUMANodes")
    LEAST_NUMANODES("LeastNUMANodes");

    private final String value;

    ScoringType(String value) {
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
