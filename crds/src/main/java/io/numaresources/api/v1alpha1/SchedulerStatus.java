package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** The scheduler. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SchedulerStatus(
        @JsonPropertyDescription("Scheduler name for pods.") @Nullable
        String name,

        @JsonPropertyDescription("Image in force.") @Nullable
        String image,

        @JsonPropertyDescription("Number of pods in force.") Integer replicas,
        @JsonPropertyDescription("Pods that are ready.") Integer ready,

        @JsonPropertyDescription("Informer mode in force.") @Nullable
        String informer,

        @JsonPropertyDescription("When the operator last restarted it, and why.") @Nullable
        String lastRestart) {

    public SchedulerStatus {
        replicas = replicas == null ? 0 : replicas;
        ready = ready == null ? 0 : ready;
    }
}
