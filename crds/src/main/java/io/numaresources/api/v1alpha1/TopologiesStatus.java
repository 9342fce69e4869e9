package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The NodeResourceTopology objects of the groups' nodes. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record TopologiesStatus(
        @JsonPropertyDescription("Nodes of the groups that have one.")
        Integer nodes,

        @JsonPropertyDescription("Nodes of the groups that have none.")
        Integer missing,

        @JsonPropertyDescription("Objects that agree with their node.")
        Integer fresh,

        @JsonPropertyDescription("Objects whose node is gone or left the groups, or that are incomplete.")
        Integer stale,

        @JsonPropertyDescription("Objects with more than one writer.")
        Integer conflicts) {

    public TopologiesStatus {
        nodes = nodes == null ? 0 : nodes;
        missing = missing == null ? 0 : missing;
        fresh = fresh == null ? 0 : fresh;
        stale = stale == null ? 0 : stale;
        conflicts = conflicts == null ? 0 : conflicts;
    }
}
