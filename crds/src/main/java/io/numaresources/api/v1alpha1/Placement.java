package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the scheduler pods run. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Placement(
        @JsonPropertyDescription("Labels a node must have.") Map<String, String> nodeSelector,

        @JsonPropertyDescription("Tolerations. Default: the control-plane taints.") @Size(max = 64)
        List<Toleration> tolerations,

        @JsonPropertyDescription(
                "Affinity instead of the default: control-plane nodes preferred, pods spread over nodes.")
        @Nullable
        Affinity affinity) {

    public Placement {
        nodeSelector = nodeSelector == null ? Map.of() : Map.copyOf(nodeSelector);
        tolerations = tolerations == null ? List.of() : List.copyOf(tolerations);
    }
}
