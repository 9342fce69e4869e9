package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** How a change that the machine-config operator of OpenShift rolls out is watched. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value =
                "self.nodeTimeout.matches('^([0-9]+([.][0-9]+)?(ms|s|m|h))+$') && duration(self.nodeTimeout) >= duration('30s') && duration(self.nodeTimeout) <= duration('24h')",
        fieldPath = ".nodeTimeout",
        message = "rollout.machineConfig.nodeTimeout must be a duration from 30s to 24h, such as 40m")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PoolRollout(
        @JsonPropertyDescription(
                "How long a node may be away after it was rebooted before the pool counts as stuck, a duration from 30s to 24h.")
        @Default("40m")
        @Size(min = 1, max = 16)
        String nodeTimeout,

        @JsonPropertyDescription(
                "What happens then. Report says so; Restore also puts the previous KubeletConfig back, which reboots the nodes that took the new one.")
        @Default("Report")
        @UnknownAsAbsent
        OnTimeout onTimeout) {

    public PoolRollout {
        nodeTimeout = nodeTimeout == null ? "40m" : nodeTimeout;
        onTimeout = onTimeout == null ? OnTimeout.REPORT : onTimeout;
    }
}
