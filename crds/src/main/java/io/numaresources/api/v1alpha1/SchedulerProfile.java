package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A further scheduler name of the same process. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SchedulerProfile(
        @JsonPropertyDescription("Name that pods give in spec.schedulerName.")
        @Size(min = 1, max = 63)
        @Pattern("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$")
        @Required
        String name,

        @JsonPropertyDescription("Ranking of this profile.") @Default("{}")
        ScoringStrategy scoringStrategy) {

    public SchedulerProfile {
        scoringStrategy = scoringStrategy == null ? new ScoringStrategy(null, null) : scoringStrategy;
    }
}
