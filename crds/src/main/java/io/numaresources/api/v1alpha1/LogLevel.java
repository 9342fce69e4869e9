package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Verbosity of an operand: klog 2, 4, 6 and 8. */
public enum LogLevel {
    @JsonProperty("Normal")
    NORMAL("Normal"),
    @JsonProperty("Debug")
    DEBUG("Debug"),
    @JsonProperty("Trace")
    TRACE("Trace"),
    @JsonProperty("TraceAll")
    TRACE_ALL("TraceAll");

    private final String value;

    LogLevel(String value) {
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
