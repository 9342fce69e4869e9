package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether the operator installs the NodeResourceTopology CRD or only uses it. */
public enum CRDManagement {
    @JsonProperty("Managed")
    MANAGED("Managed"),
    @JsonProperty("Unmanaged")
    UNMANAGED("Unmanaged");

    private final String value;

    CRDManagement(String value) {
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
