package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** What a node shall run. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NUMANodeSpec(
        @JsonPropertyDescription("Group of the node.") @Size(min = 1, max = 40) @Required
        String group,

        @JsonPropertyDescription("Wanted configuration; absent: observe only.") @Nullable
        KubeletConfiguration kubelet,

        @JsonPropertyDescription("Hash of the wanted configuration.") @Nullable
        String kubeletHash,

        @JsonPropertyDescription("What the agent may do now.") @Default("None") @UnknownAsAbsent
        NodeAction action) {

    public NUMANodeSpec {
        action = action == null ? NodeAction.NONE : action;
    }
}
