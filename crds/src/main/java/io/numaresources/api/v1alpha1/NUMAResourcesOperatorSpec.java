package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the cluster shall be. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = Hidden.class, input = "unknownValues")
@SchemaCustomizer(value = MapLists.class, input = "nodeGroups:name")
@SchemaCustomizer(KubernetesTypes.class)
@ValidationRule(
        value = "self.nodeGroups.all(g, self.nodeGroups.exists_one(o, o.name == g.name))",
        fieldPath = ".nodeGroups",
        message = "spec.nodeGroups names must be unique: rename one of the groups of the same name")
@ValidationRule(
        value = "!self.scheduler.enabled || self.updater.podsFingerprinting != 'Disabled'",
        fieldPath = ".updater.podsFingerprinting",
        message =
                "updater.podsFingerprinting Disabled would leave the scheduler's cache stuck for ever: use Auto, or set scheduler.enabled to false")
@ValidationRule(
        value =
                "!self.scheduler.enabled || self.nodeGroups.all(g, !has(g.updater) || !has(g.updater.podsFingerprinting) || g.updater.podsFingerprinting != 'Disabled')",
        fieldPath = ".nodeGroups",
        message =
                "nodeGroups[].updater.podsFingerprinting Disabled would leave the scheduler's cache stuck for ever: use Auto, or set scheduler.enabled to false")
@ValidationRule(
        value =
                "self.nodeGroups.all(g, !has(g.updater) || (has(g.updater.type) ? g.updater.type : self.updater.type) != 'NodeFeatureDiscovery' || ((has(g.updater.exclude) ? (!has(g.updater.exclude.pods) || size(g.updater.exclude.pods) == 0) : (!has(self.updater.exclude) || !has(self.updater.exclude.pods) || size(self.updater.exclude.pods) == 0)) && (has(g.updater.podsFingerprinting) ? g.updater.podsFingerprinting : self.updater.podsFingerprinting) != 'ExclusiveResources'))",
        fieldPath = ".nodeGroups",
        message =
                "nodeGroups[].updater exclude.pods and podsFingerprinting ExclusiveResources, its own or those of spec.updater, need type ResourceTopologyExporter: NodeFeatureDiscovery knows neither, override them in the group or change the type")
@SchemaCustomizer(value = ItemDescription.class, input = "nodeGroups:A pool of nodes that are configured alike.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NUMAResourcesOperatorSpec(
        @JsonPropertyDescription("Pools of nodes; at least one, each node in one of them.")
        @Size(min = 1, max = 64)
        @Required
        List<NodeGroup> nodeGroups,

        @JsonPropertyDescription("The program that publishes NodeResourceTopology objects, for all groups.")
        @Default("{}")
        Updater updater,

        @JsonPropertyDescription("The secondary scheduler.") @Default("{}")
        Scheduler scheduler,

        @JsonPropertyDescription("What is done about pods that a kubelet rejected.") @Default("{}")
        RejectedPods rejectedPods,

        @JsonPropertyDescription("The NodeResourceTopology CRD.") @Default("{}")
        TopologyCRD topologyCRD,

        @JsonPropertyDescription(
                "Registry and path that replace the registry of every default image, for mirrors: registry.example.com/mirror.")
        @Size(min = 1, max = 253)
        @Pattern("^[a-zA-Z0-9.-]+(:[0-9]+)?(/[a-z0-9._/-]+)?$")
        @Nullable
        String imageRegistry,

        @JsonPropertyDescription("Pull secrets in the namespace of the operands.") @Size(max = 8)
        List<LocalObjectReference> imagePullSecrets,

        @JsonPropertyDescription("Priority class of updater and scheduler pods.")
        @Default("system-node-critical")
        @Size(min = 1, max = 253)
        String priorityClassName,

        @JsonPropertyDescription("Change nothing; drift is still reported.") @Default("false")
        Boolean paused,

        @JsonPropertyDescription("What this version could not read; noted when reading, never stored.")
        List<UnknownValue> unknownValues) {

    /** A spec that was read whole. */
    public NUMAResourcesOperatorSpec(
            List<NodeGroup> nodeGroups,
            @Nullable Updater updater,
            @Nullable Scheduler scheduler,
            @Nullable RejectedPods rejectedPods,
            @Nullable TopologyCRD topologyCRD,
            @Nullable String imageRegistry,
            @Nullable List<LocalObjectReference> imagePullSecrets,
            @Nullable String priorityClassName,
            @Nullable Boolean paused) {
        this(
                nodeGroups,
                updater,
                scheduler,
                rejectedPods,
                topologyCRD,
                imageRegistry,
                imagePullSecrets,
                priorityClassName,
                paused,
                List.of());
    }

    public NUMAResourcesOperatorSpec {
        nodeGroups = nodeGroups == null ? List.of() : List.copyOf(nodeGroups);
        updater = updater == null ? new Updater(null, null, null, null, null, null, null, null) : updater;
        scheduler = scheduler == null
                ? new Scheduler(null, null, null, null, null, null, null, null, null, null, null, null, null, null)
                : scheduler;
        rejectedPods = rejectedPods == null ? new RejectedPods(null, null, null, null, null) : rejectedPods;
        topologyCRD = topologyCRD == null ? new TopologyCRD(null, null) : topologyCRD;
        imagePullSecrets = imagePullSecrets == null ? List.of() : List.copyOf(imagePullSecrets);
        priorityClassName = priorityClassName == null ? "system-node-critical" : priorityClassName;
        paused = paused == null ? false : paused;
        unknownValues = unknownValues == null ? List.of() : List.copyOf(unknownValues);
    }
}
