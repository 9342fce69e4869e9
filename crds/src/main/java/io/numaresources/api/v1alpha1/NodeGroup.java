package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.LabelSelector;
import org.jspecify.annotations.Nullable;

/** A pool of nodes that are configured alike. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "has(self.nodeSelector) != has(self.machineConfigPool)",
        message =
                "exactly one of nodeSelector and machineConfigPool must be set: a label selector anywhere, the name of a machine-config pool on OpenShift")
@ValidationRule(
        value =
                "!has(self.nodeSelector) || (has(self.nodeSelector.matchLabels) && size(self.nodeSelector.matchLabels) > 0) || (has(self.nodeSelector.matchExpressions) && size(self.nodeSelector.matchExpressions) > 0)",
        fieldPath = ".nodeSelector",
        message =
                "nodeSelector must not be empty, it would select every node: name at least one label, such as node-role.kubernetes.io/worker")
@ValidationRule(
        value =
                "!has(self.nodeSelector) || !has(self.nodeSelector.matchExpressions) || self.nodeSelector.matchExpressions.all(e, (e.operator in ['In', 'NotIn']) == (has(e.values) && size(e.values) > 0))",
        fieldPath = ".nodeSelector.matchExpressions",
        message = "nodeSelector.matchExpressions need values with In and NotIn, and none with Exists and DoesNotExist")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NodeGroup(
        @JsonPropertyDescription("Name of the group, a DNS label of at most 40 characters.")
        @Size(min = 1, max = 40)
        @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")
        @Required
        String name,

        @JsonPropertyDescription("Nodes of the group, by label. Exactly one of nodeSelector and machineConfigPool.")
        @Nullable
        LabelSelector nodeSelector,

        @JsonPropertyDescription(
                "Nodes of the group, by the name of an OpenShift machine-config pool. Exactly one of nodeSelector and machineConfigPool.")
        @Size(min = 1, max = 253)
        @Nullable
        String machineConfigPool,

        @JsonPropertyDescription(
                "What the kubelets must run with; absent: nothing is written, the nodes are only observed.")
        @Nullable
        Kubelet kubelet,

        @JsonPropertyDescription("How kubelet changes move through the group.") @Default("{}")
        Rollout rollout,

        @JsonPropertyDescription("What the group changes of spec.updater.") @Nullable
        UpdaterOverride updater,

        @JsonPropertyDescription("What is done about nodes that differ from most nodes of the group.") @Default("{}")
        Outliers outliers) {

    /** A group whose outliers are told only. */
    public NodeGroup(
            String name,
            @Nullable LabelSelector nodeSelector,
            @Nullable String machineConfigPool,
            @Nullable Kubelet kubelet,
            @Nullable Rollout rollout,
            @Nullable UpdaterOverride updater) {
        this(name, nodeSelector, machineConfigPool, kubelet, rollout, updater, null);
    }

    public NodeGroup {
        rollout = rollout == null ? new Rollout(null, null, null, null, null, null) : rollout;
        outliers = outliers == null ? new Outliers(null) : outliers;
    }
}
