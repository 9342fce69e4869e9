package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the cluster is. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(ConditionSchema.class)
@SchemaCustomizer(value = MapLists.class, input = "conditions:type,nodeGroups:name")
@SchemaCustomizer(value = ItemDescription.class, input = "nodeGroups:A group as it is observed.")
@SchemaCustomizer(value = ItemDescription.class, input = "findings:Something a person should know.")
@SchemaCustomizer(value = ItemDescription.class, input = "relatedObjects:An object of this installation.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NUMAResourcesOperatorStatus(
        @JsonPropertyDescription("Generation of the spec that this status is about.") @Nullable
        Long observedGeneration,

        @JsonPropertyDescription("Available, Progressing, Degraded, Upgradeable and Ready.")
        List<Condition> conditions,

        @JsonPropertyDescription("Number of groups.") Integer groupCount,

        @JsonPropertyDescription("Number of nodes in the groups.")
        Integer nodeCount,

        @JsonPropertyDescription("Number of nodes whose kubelet runs the wanted configuration.")
        Integer configuredCount,

        @JsonPropertyDescription("Each group.") List<GroupStatus> nodeGroups,

        @JsonPropertyDescription("The updaters.") @Nullable UpdaterStatus updater,
        @JsonPropertyDescription("The scheduler.") @Nullable SchedulerStatus scheduler,

        @JsonPropertyDescription("The NodeResourceTopology objects.") @Nullable
        TopologiesStatus topologies,

        @JsonPropertyDescription("At most 50, the worst first.") @Size(max = 50)
        List<Finding> findings,

        @JsonPropertyDescription("Versions.") @Nullable Versions versions,

        @JsonPropertyDescription("Objects of this installation.")
        List<RelatedObject> relatedObjects) {

    public NUMAResourcesOperatorStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
        groupCount = groupCount == null ? 0 : groupCount;
        nodeCount = nodeCount == null ? 0 : nodeCount;
        configuredCount = configuredCount == null ? 0 : configuredCount;
        nodeGroups = nodeGroups == null ? List.of() : List.copyOf(nodeGroups);
        findings = findings == null ? List.of() : List.copyOf(findings);
        relatedObjects = relatedObjects == null ? List.of() : List.copyOf(relatedObjects);
    }
}
