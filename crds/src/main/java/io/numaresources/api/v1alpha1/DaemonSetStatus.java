package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** An updater DaemonSet. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DaemonSetStatus(
        @JsonPropertyDescription("Namespace.") @Required String namespace,
        @JsonPropertyDescription("Name.") @Required String name,

        @JsonPropertyDescription("Group it serves.") @Nullable
        String group,

        @JsonPropertyDescription("Pods that should run.") Integer desired,
        @JsonPropertyDescription("Pods that are ready.") Integer ready) {

    public DaemonSetStatus {
        desired = desired == null ? 0 : desired;
        ready = ready == null ? 0 : ready;
    }
}
