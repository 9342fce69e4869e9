package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/** When an updater publishes a node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value =
                "!has(self.period) || (self.period.matches('^([0-9]+([.][0-9]+)?(ms|s|m|h))+$') && duration(self.period) >= duration('1s'))",
        fieldPath = ".period",
        message = "updater.refresh.period must be a duration of at least 1s, such as 10s")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Refresh(
        @JsonPropertyDescription("Publish on a timer, on events of the kubelet, or on both.")
        @Default("PeriodicAndEvents")
        @UnknownAsAbsent
        RefreshMode mode,

        @JsonPropertyDescription(
                "Time between two periodic updates, a duration of at least 1s. Default: from the number of nodes and zones, 10s and more.")
        @Size(min = 1, max = 16)
        @Nullable
        String period,

        @JsonPropertyDescription("Stop publishing; the objects stay as they are.") @Default("false")
        Boolean paused) {

    public Refresh {
        mode = mode == null ? RefreshMode.PERIODIC_AND_EVENTS : mode;
        paused = paused == null ? false : paused;
    }
}
