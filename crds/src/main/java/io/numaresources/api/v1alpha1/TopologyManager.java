package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/** Topology manager of the kubelet. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "self.policy != 'none' || !has(self.options)",
        fieldPath = ".options",
        message =
                "topologyManager.options need a policy other than none: remove the options, or set topologyManager.policy to best-effort, restricted or single-numa-node")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record TopologyManager(
        @JsonPropertyDescription("topologyManagerPolicy: single-numa-node, restricted, best-effort or none.")
        @Default("single-numa-node")
        @UnknownAsAbsent
        TopologyPolicy policy,

        @JsonPropertyDescription("topologyManagerScope: align a pod as a whole or each container by itself.")
        @Default("pod")
        @UnknownAsAbsent
        TopologyScope scope,

        @JsonPropertyDescription("Policy options; a version-dependent one is checked before anything is applied.")
        @Nullable
        TopologyManagerOptions options) {

    public TopologyManager {
        policy = policy == null ? TopologyPolicy.SINGLE_NUMA_NODE : policy;
        scope = scope == null ? TopologyScope.POD : scope;
    }
}
