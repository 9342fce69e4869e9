package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.LabelSelector;
import org.jspecify.annotations.Nullable;

/** How a node is emptied before its kubelet restarts. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value =
                "self.timeout.matches('^([0-9]+([.][0-9]+)?(ms|s|m|h))+$') && duration(self.timeout) >= duration('10s')",
        fieldPath = ".timeout",
        message = "rollout.drain.timeout must be a duration of at least 10s, such as 10m")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Drain(
        @JsonPropertyDescription(
                "How long evictions are tried before the node is given back, a duration of at least 10s.")
        @Default("10m")
        @Size(min = 1, max = 16)
        String timeout,

        @JsonPropertyDescription("Delete pods that a PodDisruptionBudget protects instead of waiting.")
        @Default("false")
        Boolean ignorePodDisruptionBudgets,

        @JsonPropertyDescription("Pods that stay on the node.") @Nullable
        LabelSelector excludePods) {

    public Drain {
        timeout = timeout == null ? "10m" : timeout;
        ignorePodDisruptionBudgets = ignorePodDisruptionBudgets == null ? false : ignorePodDisruptionBudgets;
    }
}
