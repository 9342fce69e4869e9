package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A resource and its weight in scoring. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ScoringResource(
        @JsonPropertyDescription("Resource name, such as cpu, memory or nvidia.com/gpu.")
        @Size(min = 1, max = 253)
        @Required
        String name,

        @JsonPropertyDescription("Weight, from 1 to 100.") @Default("1") @Min(1) @Max(100)
        Integer weight) {

    public ScoringResource {
        weight = weight == null ? 1 : weight;
    }
}
