package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** A trait in which a node differs from most nodes of its group. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NodeDifference(
        @JsonPropertyDescription("Name of the node.") @Required
        String node,

        @JsonPropertyDescription("Trait, as in the baseline.") @Required
        String trait,

        @JsonPropertyDescription("What the node has.") @Required
        String value) {}
