package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** A group as it is observed. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record GroupStatus(
        @JsonPropertyDescription("Name of the group.") @Required
        String name,

        @JsonPropertyDescription("Nodes that the group selects.")
        Integer nodes,

        @JsonPropertyDescription("Nodes that are ready and whose updater pod is ready.")
        Integer ready,

        @JsonPropertyDescription("Nodes whose kubelet runs the wanted configuration.")
        Integer configured,

        @JsonPropertyDescription("Nodes that wait for a kubelet restart.")
        Integer pendingRestart,

        @JsonPropertyDescription("Nodes whose configuration failed.")
        Integer failed,

        @JsonPropertyDescription("Empty, Conflict, Unreadable, Progressing, Frozen, Ready or Paused.") @Nullable
        String phase,

        @JsonPropertyDescription("What the group waits for.") @Nullable
        String message,

        @JsonPropertyDescription("Updater type in force.") @Nullable
        String updater,

        @JsonPropertyDescription("Who writes the kubelet configuration, as decided for this cluster.") @Nullable
        String kubeletProvider,

        @JsonPropertyDescription("What would be applied to the kubelets.") @Nullable
        String kubeletPlan,

        @JsonPropertyDescription(
                "Hash of what the group asks of its kubelets; in mode Manual a person approves it by this value in the annotation numaresources.io/approve.")
        @Nullable
        String kubeletHash,

        @JsonPropertyDescription("When the rollout of that configuration began.") @Nullable
        String rolloutStarted,

        @JsonPropertyDescription("How alike the nodes are; absent for fewer than two.") @Nullable
        Consistency consistency) {

    public GroupStatus {
        nodes = nodes == null ? 0 : nodes;
        ready = ready == null ? 0 : ready;
        configured = configured == null ? 0 : configured;
        pendingRestart = pendingRestart == null ? 0 : pendingRestart;
        failed = failed == null ? 0 : failed;
    }
}
