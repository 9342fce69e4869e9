package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** A file of others in the kubelet's drop-in directory. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = ItemDescription.class, input = "fields:A top-level field.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DropInFacts(
        @JsonPropertyDescription("Path below the directory.") @Required
        String name,

        @JsonPropertyDescription("Whether it parses and has apiVersion and kind.")
        Boolean valid,

        @JsonPropertyDescription("Top-level fields that it sets.")
        List<String> fields) {

    public DropInFacts {
        name = name == null ? "" : name;
        valid = valid == null ? false : valid;
        fields = fields == null ? List.of() : List.copyOf(fields);
    }
}
