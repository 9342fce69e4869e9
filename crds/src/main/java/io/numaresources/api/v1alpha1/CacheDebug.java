package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether the scheduler dumps its topology cache for debugging. */
public enum CacheDebug {
    @JsonProperty("Disabled")
    DISABLED("Disabled"),
    @JsonProperty("DumpJSONFile")
    DUMP_JSONFILE("DumpJSONFile");

    private final String value;

    CacheDebug(String value) {
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
