package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** Pods that a kubelet rejected for topology and that a controller owns. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "self.minAge.matches('^([0-9]+([.][0-9]+)?(ms|s|m|h))+$') && duration(self.minAge) >= duration('0s')",
        fieldPath = ".minAge",
        message = "rejectedPods.minAge must be a duration of at least 0s, such as 5m")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RejectedPods(
        @JsonPropertyDescription("Report counts them; Delete removes the oldest ones within a budget.")
        @Default("Report")
        @UnknownAsAbsent
        RejectedPodsAction action,

        @JsonPropertyDescription("How many rejected pods of each owner are kept for diagnosis.")
        @Default("3")
        @Min(0)
        @Max(100)
        Integer keepPerOwner,

        @JsonPropertyDescription("How old a rejected pod must be before it is deleted, a duration.")
        @Default("5m")
        @Size(min = 1, max = 16)
        String minAge,

        @JsonPropertyDescription("When rejections are called a storm.") @Default("{}")
        StormThreshold stormThreshold,

        @JsonPropertyDescription(
                "Effect of the taint numaresources.io/rejecting on the nodes that reject pods while a storm lasts, or None: other schedulers then prefer other nodes. It is put on at most half of a group.")
        @Default("None")
        @UnknownAsAbsent
        RejectedPodsTaint taint) {

    public RejectedPods {
        action = action == null ? RejectedPodsAction.REPORT : action;
        keepPerOwner = keepPerOwner == null ? 3 : keepPerOwner;
        minAge = minAge == null ? "5m" : minAge;
        stormThreshold = stormThreshold == null ? new StormThreshold(null, null) : stormThreshold;
        taint = taint == null ? RejectedPodsTaint.NONE : taint;
    }
}
