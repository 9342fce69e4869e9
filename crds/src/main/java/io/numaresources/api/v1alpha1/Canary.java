package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** The nodes that go first. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "self.soak.matches('^([0-9]+([.][0-9]+)?(ms|s|m|h))+$') && duration(self.soak) <= duration('168h')",
        fieldPath = ".soak",
        message = "rollout.canary.soak must be a duration such as 2m, or 0s for none")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Canary(
        @JsonPropertyDescription("How many nodes are configured before the rest of the group.")
        @Default("1")
        @Min(0)
        @Max(100)
        Integer nodes,

        @JsonPropertyDescription("How long the canary nodes must stay healthy before the rest follows, a duration.")
        @Default("2m")
        @Size(min = 1, max = 16)
        String soak) {

    public Canary {
        nodes = nodes == null ? 1 : nodes;
        soak = soak == null ? "2m" : soak;
    }
}
