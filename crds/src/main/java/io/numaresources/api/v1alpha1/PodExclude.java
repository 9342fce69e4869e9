package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;

/** Pods that are left out of the accounting, by glob; ResourceTopologyExporter only. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PodExclude(
        @JsonPropertyDescription("Glob of the namespace.") @Default("'*'") @Size(min = 1, max = 253)
        String namespace,

        @JsonPropertyDescription("Glob of the pod name.") @Default("'*'") @Size(min = 1, max = 253)
        String name) {

    public PodExclude {
        namespace = namespace == null ? "*" : namespace;
        name = name == null ? "*" : name;
    }
}
