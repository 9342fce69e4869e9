package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Effect of the taint on nodes that differ from most of their group. */
public enum OutlierTaint {
    @JsonProperty("None")
    NONE("None"),
    @JsonProperty("PreferNoSchedule")
    PREFER_NO_SCHEDULE("PreferNoSchedule"),
    @JsonProperty("NoSchedule")
    NO_SCHEDULE("NoSchedule");

    private final String value;

    OutlierTaint(String value) {
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
