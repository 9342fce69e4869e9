package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** When rejections of one owner are called a storm. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "self.window.matches('^([0-9]+([.][0-9]+)?(ms|s|m|h))+$') && duration(self.window) >= duration('10s')",
        fieldPath = ".window",
        message = "rejectedPods.stormThreshold.window must be a duration of at least 10s, such as 2m")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record StormThreshold(
        @JsonPropertyDescription("Rejected pods of one owner.") @Default("10") @Min(2) @Max(10000)
        Integer pods,

        @JsonPropertyDescription("Time in which they count, a duration of at least 10s.")
        @Default("2m")
        @Size(min = 1, max = 16)
        String window) {

    public StormThreshold {
        pods = pods == null ? 10 : pods;
        window = window == null ? "2m" : window;
    }
}
