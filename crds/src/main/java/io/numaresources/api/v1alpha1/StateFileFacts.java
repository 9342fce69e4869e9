package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** A state file of the kubelet. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record StateFileFacts(
        @JsonPropertyDescription("cpu_manager_state or memory_manager_state.") @Required
        String name,

        @JsonPropertyDescription("Whether it is a valid checkpoint.")
        Boolean readable,

        @JsonPropertyDescription("Policy that wrote it.") @Nullable
        String policy,

        @JsonPropertyDescription("CPU set that nobody has for itself.") @Nullable
        String defaultCPUSet) {

    public StateFileFacts {
        name = name == null ? "" : name;
        readable = readable == null ? false : readable;
    }
}
