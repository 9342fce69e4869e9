package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** Resources that are not published for a node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "!self.resources.exists(r, r == 'cpu' || r == 'memory')",
        fieldPath = ".resources",
        message =
                "updater.exclude.resources can not name cpu or memory: the scheduler would find no node for any pod that requests them")
@SchemaCustomizer(value = ItemDescription.class, input = "resources:Name of a resource.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ResourceExclude(
        @JsonPropertyDescription("A node name, or * for all nodes.") @Default("'*'") @Size(min = 1, max = 253)
        String node,

        @JsonPropertyDescription("Resource names.") @Size(min = 1, max = 32) @Required
        List<String> resources) {

    public ResourceExclude {
        node = node == null ? "*" : node;
        resources = resources == null ? List.of() : List.copyOf(resources);
    }
}
