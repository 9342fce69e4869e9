package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What happens to the NodeResourceTopology CRD when the resource is deleted. */
public enum CRDOnDelete {
    @JsonProperty("Keep")
    KEEP("Keep"),
    @JsonProperty("Delete")
    DELETE("Delete");

    private final String value;

    CRDOnDelete(String value) {
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
