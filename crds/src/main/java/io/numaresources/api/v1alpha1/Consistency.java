package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;

/** How alike the nodes of a group are. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = ItemDescription.class, input = "baseline:What more than half of the nodes have.")
@SchemaCustomizer(value = ItemDescription.class, input = "mixed:Name of a trait.")
@SchemaCustomizer(value = ItemDescription.class, input = "differences:A trait in which a node differs.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Consistency(
        @JsonPropertyDescription("Nodes that were compared.")
        Integer nodes,

        @JsonPropertyDescription("Nodes that differ in something from most of the others.")
        Integer outliers,

        @JsonPropertyDescription("What more than half of the nodes have, by trait.")
        Map<String, String> baseline,

        @JsonPropertyDescription("Traits of which no value is that of more than half of the nodes.")
        List<String> mixed,

        @JsonPropertyDescription("At most 20 differences; kubectl numa consistency lists all.") @Size(max = 20)
        List<NodeDifference> differences) {

    public Consistency {
        nodes = nodes == null ? 0 : nodes;
        outliers = outliers == null ? 0 : outliers;
        baseline = baseline == null ? Map.of() : Map.copyOf(baseline);
        mixed = mixed == null ? List.of() : List.copyOf(mixed);
        differences = differences == null ? List.of() : List.copyOf(differences);
    }
}
