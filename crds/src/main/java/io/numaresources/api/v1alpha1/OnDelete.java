package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What happens to something this operator configured when the resource is deleted. */
public enum OnDelete {
    @JsonProperty("Restore")
    RESTORE("Restore"),
    @JsonProperty("Keep")
    KEEP("Keep");

    private final String value;

    OnDelete(String value) {
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
