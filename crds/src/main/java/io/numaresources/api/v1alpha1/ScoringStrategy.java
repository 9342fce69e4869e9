package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** How nodes that fit are ranked. It ranks worker nodes; the zone is the kubelet's choice. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "!has(self.resources) || self.resources.all(r, self.resources.exists_one(o, o.name == r.name))",
        fieldPath = ".resources",
        message = "scoringStrategy.resources names must be unique: merge the entries of one resource")
@SchemaCustomizer(value = ItemDescription.class, input = "resources:A resource and its weight.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ScoringStrategy(
        @JsonPropertyDescription("LeastAllocated, MostAllocated, BalancedAllocation or LeastNUMANodes.")
        @Default("LeastAllocated")
        @UnknownAsAbsent
        ScoringType type,

        @JsonPropertyDescription("Resources that count. Default: cpu and memory, weight 1 each.") @Size(max = 16)
        List<ScoringResource> resources) {

    public ScoringStrategy {
        type = type == null ? ScoringType.LEAST_ALLOCATED : type;
        resources = resources == null ? List.of() : List.copyOf(resources);
    }
}
