package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.numaresources.api.v1alpha1.NodeGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The nodes of a group as a required node affinity; a DaemonSet's nodeSelector can't say matchExpressions. */
final class GroupNodes {
    private GroupNodes() {}

    static Affinity affinity(NodeGroup group, List<NodeSelectorRequirement> more) {
        var requirements = new ArrayList<>(requirements(group));
        requirements.addAll(more);
        return new AffinityBuilder()
                .withNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addNewNodeSelectorTerm()
                .withMatchExpressions(requirements)
                .endNodeSelectorTerm()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .build();
    }

    private static List<NodeSelectorRequirement> requirements(NodeGroup group) {
        var selector = group.nodeSelector();
        if (selector == null) {
            // of a pool that is not known; it labels its nodes with its role
            return List.of(new NodeSelectorRequirementBuilder()
                    .withKey("node-role.kubernetes.io/" + group.machineConfigPool())
                    .withOperator("Exists")
                    .build());
        }
        var requirements = new ArrayList<NodeSelectorRequirement>();
        if (selector.getMatchLabels() != null) {
            new TreeMap<>(selector.getMatchLabels())
                    .forEach((key, value) -> requirements.add(new NodeSelectorRequirementBuilder()
                            .withKey(key)
                            .withOperator("In")
                            .withValues(value)
                            .build()));
        }
        if (selector.getMatchExpressions() != null) {
            selector.getMatchExpressions()
                    .forEach(expression -> requirements.add(new NodeSelectorRequirementBuilder()
                            .withKey(expression.getKey())
                            .withOperator(expression.getOperator())
                            .withValues(expression.getValues() == null ? List.of() : expression.getValues())
                            .build()));
        }
        return requirements;
    }
}
