package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Effect of the taint on nodes that reject pods in a storm. None that keeps pods away: the pods of one owner could empty a pool. */
public enum RejectedPodsTaint {
    @JsonProperty("None")
    NONE("None"),
    @JsonProperty("PreferNoSchedule")
    PREFER_NO_SCHEDULE("PreferNoSchedule");

    private final String value;

    RejectedPodsTaint(String value) {
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
