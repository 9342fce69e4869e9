package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/** Memory kept back on one NUMA node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = ItemDescription.class, input = "limits:Bytes of a resource.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ReservedMemory(
        @JsonPropertyDescription("NUMA node.") @Min(0) @Required
        Integer numaNode,

        @JsonPropertyDescription("Bytes by resource: memory or hugepages-<size>.") @Required
        Map<String, Quantity> limits) {

    public ReservedMemory {
        limits = limits == null ? Map.of() : Map.copyOf(limits);
    }
}
