package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import java.util.Map;
import java.util.Optional;

/**
 * A PerformanceProfile of the node-tuning operator, which writes the KubeletConfig of its pool.
 *
 * @param name its name
 * @param nodes labels of its nodes
 * @param pools which pools, where it names them
 */
public record PerformanceProfile(String name, Map<String, String> nodes, Optional<LabelSelector> pools) {
    private static final String NODE_ROLE = "node-role.kubernetes.io/";

    static PerformanceProfile of(GenericKubernetesResource object) {
        var tree = object.getAdditionalProperties();
        var pools = Tree.texts(tree, "spec", "machineConfigPoolSelector");
        return new PerformanceProfile(
                object.getMetadata().getName(),
                Tree.texts(tree, "spec", "nodeSelector"),
                pools.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new LabelSelectorBuilder()
                                .withMatchLabels(pools)
                                .build()));
    }

    /** Without a pool selector it takes the pool whose role its node label names. */
    boolean selects(MachinePool pool) {
        if (pools.isPresent()) {
            return KubeletConfigs.selects(pools, pool);
        }
        boolean sameNodes = !nodes.isEmpty()
                && pool.nodes()
                        .map(LabelSelector::getMatchLabels)
                        .filter(nodes::equals)
                        .isPresent();
        return sameNodes || nodes.containsKey(NODE_ROLE + pool.name());
    }
}
