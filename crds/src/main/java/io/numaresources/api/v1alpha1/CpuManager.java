package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/** CPU manager of the kubelet. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "self.policy == 'static' || !has(self.options)",
        fieldPath = ".options",
        message =
                "cpuManager.options need policy static, the kubelet refuses any option with policy none: remove the options or set cpuManager.policy to static")
@ValidationRule(
        value =
                "self.reconcilePeriod.matches('^([0-9]+([.][0-9]+)?(ms|s|m|h))+$') && duration(self.reconcilePeriod) >= duration('1s')",
        fieldPath = ".reconcilePeriod",
        message = "cpuManager.reconcilePeriod must be a duration of at least 1s, such as 10s")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CpuManager(
        @JsonPropertyDescription("cpuManagerPolicy, lower case: static or none.") @Default("static") @UnknownAsAbsent
        CpuPolicy policy,

        @JsonPropertyDescription("Options of the static policy.") @Nullable
        CpuManagerOptions options,

        @JsonPropertyDescription("How often the kubelet writes CPU sets again, a duration of at least 1s.")
        @Default("10s")
        @Size(min = 1, max = 16)
        String reconcilePeriod) {

    public CpuManager {
        policy = policy == null ? CpuPolicy.STATIC : policy;
        reconcilePeriod = reconcilePeriod == null ? "10s" : reconcilePeriod;
    }
}
