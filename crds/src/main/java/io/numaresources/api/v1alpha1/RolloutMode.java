package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether kubelet changes are applied or only planned. */
public enum RolloutMode {
    @JsonProperty("Automatic")
    AUTOMATIC("Automatic"),
    @JsonProperty("Manual")
    MANUAL("Manual");

    private final String value;

    RolloutMode(String value) {
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
