package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;

/** How kubelet changes move through a group. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "type(self.maxUnavailable) == int ? self.maxUnavailable >= 1 : self.maxUnavailable in ["
                + Percentages.ONE_TO_HUNDRED + "]",
        fieldPath = ".maxUnavailable",
        message =
                "rollout.maxUnavailable must be a number of at least 1 or a percentage from 1% to 100%: with 0 no node could ever be configured, use rollout.paused to stop")
@ValidationRule(
        value =
                "self.verifyTimeout.matches('^([0-9]+([.][0-9]+)?(ms|s|m|h))+$') && duration(self.verifyTimeout) >= duration('30s') && duration(self.verifyTimeout) <= duration('30m')",
        fieldPath = ".verifyTimeout",
        message = "rollout.verifyTimeout must be a duration from 30s to 30m, such as 150s")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Rollout(
        @JsonPropertyDescription("Automatic applies; Manual plans only, until it is changed or the plan is approved.")
        @Default("Automatic")
        @UnknownAsAbsent
        RolloutMode mode,

        @JsonPropertyDescription(
                "How many nodes of the group may be unavailable at a time, a number of at least 1 or a percentage from 1% to 100%.")
        @Default("1")
        IntOrString maxUnavailable,

        @JsonPropertyDescription("The nodes that go first.") @Default("{}")
        Canary canary,

        @JsonPropertyDescription("How a node is emptied.") @Default("{}")
        Drain drain,

        @JsonPropertyDescription(
                "How long a changed kubelet may take to prove itself before it is rolled back, a duration from 30s to 30m.")
        @Default("150s")
        @Size(min = 1, max = 16)
        String verifyTimeout,

        @JsonPropertyDescription("Starts no further node; what runs is finished.") @Default("false")
        Boolean paused,

        @JsonPropertyDescription(
                "Groups whose provider is MachineConfig: the machine-config operator rolls the change out, within maxUnavailable of its pool.")
        @Default("{}")
        PoolRollout machineConfig) {

    /** As it is without a word on machine-config pools. */
    public Rollout(
            RolloutMode mode,
            IntOrString maxUnavailable,
            Canary canary,
            Drain drain,
            String verifyTimeout,
            Boolean paused) {
        this(mode, maxUnavailable, canary, drain, verifyTimeout, paused, null);
    }

    public Rollout {
        mode = mode == null ? RolloutMode.AUTOMATIC : mode;
        maxUnavailable = maxUnavailable == null ? new IntOrString(1) : maxUnavailable;
        canary = canary == null ? new Canary(null, null) : canary;
        drain = drain == null ? new Drain(null, null, null) : drain;
        verifyTimeout = verifyTimeout == null ? "150s" : verifyTimeout;
        paused = paused == null ? false : paused;
        machineConfig = machineConfig == null ? new PoolRollout(null, null) : machineConfig;
    }
}
