package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What an updater leaves out. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = ItemDescription.class, input = "pods:Pods that are not counted.")
@SchemaCustomizer(value = ItemDescription.class, input = "resources:Resources that are not published for some nodes.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Exclude(
        @JsonPropertyDescription("Resources that are not published.") @Size(max = 64)
        List<ResourceExclude> resources,

        @JsonPropertyDescription("Pods that are left out (ResourceTopologyExporter only).") @Size(max = 64)
        List<PodExclude> pods) {

    public Exclude {
        resources = resources == null ? List.of() : List.copyOf(resources);
        pods = pods == null ? List.of() : List.copyOf(pods);
    }
}
