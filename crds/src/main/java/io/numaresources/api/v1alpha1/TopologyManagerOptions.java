package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import org.jspecify.annotations.Nullable;

/** Policy options of the topology manager. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record TopologyManagerOptions(
        @JsonPropertyDescription(
                "Prefer sets of NUMA nodes with shorter distances when more than one node is needed (prefer-closest-numa-nodes; kubelet 1.32 GA).")
        @Nullable
        Boolean preferClosestNUMANodes,

        @JsonPropertyDescription(
                "Highest number of NUMA nodes a machine may have for a policy other than none (max-allowable-numa-nodes; kubelet 1.31 and newer). At least 8.")
        @Min(8)
        @Max(1024)
        @Nullable
        Integer maxAllowableNUMANodes) {}
