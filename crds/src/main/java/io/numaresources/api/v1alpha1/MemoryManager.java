package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;

/** Memory manager of the kubelet. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MemoryManager(
        @JsonPropertyDescription(
                "memoryManagerPolicy, capitalised: Static or None. reservedMemory is computed for each node.")
        @Default("Static")
        @UnknownAsAbsent
        MemoryPolicy policy) {

    public MemoryManager {
        policy = policy == null ? MemoryPolicy.STATIC : policy;
    }
}
