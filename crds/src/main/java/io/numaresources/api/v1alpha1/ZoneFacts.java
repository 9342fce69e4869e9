package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A NUMA node of a machine. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = ItemDescription.class, input = "cores:CPU set of a core.")
@SchemaCustomizer(value = ItemDescription.class, input = "distances:Distance to a NUMA node; 10 to itself.")
@SchemaCustomizer(value = ItemDescription.class, input = "hugepages:Bytes of one size.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ZoneFacts(
        @JsonPropertyDescription("NUMA node number.") @Required
        Integer id,

        @JsonPropertyDescription("CPU set.") String cpus,

        @JsonPropertyDescription("CPU set of each physical core.")
        List<String> cores,

        @JsonPropertyDescription("Memory in bytes.") @Nullable
        Quantity memory,

        @JsonPropertyDescription("Bytes of hugepages by size.")
        Map<String, Quantity> hugepages,

        @JsonPropertyDescription("Distances to each NUMA node, in the order of their numbers.")
        List<Integer> distances) {

    public ZoneFacts {
        cpus = cpus == null ? "" : cpus;
        cores = cores == null ? List.of() : List.copyOf(cores);
        hugepages = hugepages == null ? Map.of() : Map.copyOf(hugepages);
        distances = distances == null ? List.of() : List.copyOf(distances);
    }
}
