package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** An object that belongs to this installation, for must-gather. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RelatedObject(
        @JsonPropertyDescription("API group.") String group,

        @JsonPropertyDescription("Plural resource name.") @Required
        String resource,

        @JsonPropertyDescription("Namespace, absent for a cluster-scoped object.") @Nullable
        String namespace,

        @JsonPropertyDescription("Name.") @Required String name) {

    public RelatedObject {
        group = group == null ? "" : group;
    }
}
