package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;

/** Nodes whose machine or kubelet configuration differs from that of most nodes of the group. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Outliers(
        @JsonPropertyDescription(
                "Effect of the taint numaresources.io/outlier on such nodes, or None. It is put on as long as they are no more than a third of the group.")
        @Default("None")
        @UnknownAsAbsent
        OutlierTaint taint) {

    public Outliers {
        taint = taint == null ? OutlierTaint.NONE : taint;
    }
}
