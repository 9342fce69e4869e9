package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** Versions the choice of operands was made from. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Versions(
        @JsonPropertyDescription("This operator.") @Nullable String operator,

        @JsonPropertyDescription("Newest version of this operator that has served the resource.") @Nullable
        String newestOperator,

        @JsonPropertyDescription("The API server.") @Nullable
        String kubernetes,

        @JsonPropertyDescription("Oldest kubelet of the groups.") @Nullable
        String oldestKubelet,

        @JsonPropertyDescription("Newest kubelet of the groups.") @Nullable
        String newestKubelet,

        @JsonPropertyDescription("Row of the version matrix in force.") @Nullable
        String matrix) {}
