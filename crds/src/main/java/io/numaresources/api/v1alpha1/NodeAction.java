package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the operator grants to the agent of a node. */
public enum NodeAction {
    @JsonProperty("None")
    NONE("None"),
    @JsonProperty("Inspect")
    INSPECT("Inspect"),
    @JsonProperty("Apply")
    APPLY("Apply"),
    @JsonProperty("Rollback")
    ROLLBACK("Rollback");

    private final String value;

    NodeAction(String value) {
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
