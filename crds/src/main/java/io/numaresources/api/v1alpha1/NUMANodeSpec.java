package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node shall run. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = Hidden.class, input = "unknownValues")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NUMANodeSpec(
        @JsonPropertyDescription("Group of the node.") @Size(min = 1, max = 40) @Required
        String group,

        @JsonPropertyDescription("Wanted configuration; absent: observe only.") @Nullable
        KubeletConfiguration kubelet,

        @JsonPropertyDescription("Hash of the wanted configuration.") @Nullable
        String kubeletHash,

        @JsonPropertyDescription("Hash of what the group asks for, which this is computed from.") @Nullable
        String revision,

        @JsonPropertyDescription("What happens to the kubelet when the node leaves the group.")
        @Nullable
        @UnknownAsAbsent
        OnDelete onDelete,

        @JsonPropertyDescription("What the agent may do now.") @Default("None") @UnknownAsAbsent
        NodeAction action,

        @JsonPropertyDescription("What this version could not read; noted when reading, never stored.")
        List<UnknownValue> unknownValues) {

    /** A spec that was read whole. */
    public NUMANodeSpec(
            String group,
            @Nullable KubeletConfiguration kubelet,
            @Nullable String kubeletHash,
            @Nullable String revision,
            @Nullable OnDelete onDelete,
            @Nullable NodeAction action) {
        this(group, kubelet, kubeletHash, revision, onDelete, action, List.of());
    }

    public NUMANodeSpec {
        action = action == null ? NodeAction.NONE : action;
        unknownValues = unknownValues == null ? List.of() : List.copyOf(unknownValues);
    }
}
