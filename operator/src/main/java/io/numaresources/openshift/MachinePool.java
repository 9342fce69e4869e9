package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.numaresources.stack.Selectors;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A MachineConfigPool.
 *
 * @param name its name
 * @param labels its labels, which KubeletConfigs select it by
 * @param nodes which nodes belong to it
 * @param machineConfigs which MachineConfigs are merged for it
 * @param paused spec.paused
 * @param maxUnavailable how many of its nodes may be away at a time, a number or a percentage
 * @param wanted rendered configuration that its nodes are to have
 * @param sources names of the MachineConfigs in it
 * @param current rendered configuration that all its nodes had last
 * @param machines how many nodes it counts
 * @param conditions its conditions by type
 */
public record MachinePool(
        String name,
        Map<String, String> labels,
        Optional<LabelSelector> nodes,
        Optional<LabelSelector> machineConfigs,
        boolean paused,
        String maxUnavailable,
        String wanted,
        List<String> sources,
        String current,
        int machines,
        Map<String, Condition> conditions) {
    static final String ROLE = "machineconfiguration.openshift.io/role";
    private static final String NODE_ROLE = "node-role.kubernetes.io/";

    /** A condition. */
    public record Condition(String type, String status, String reason, String message, Optional<Instant> since) {
        static Condition of(Object tree) {
            return new Condition(
                    Tree.text(tree, "type").orElse(""),
                    Tree.text(tree, "status").orElse("Unknown"),
                    Tree.text(tree, "reason").orElse(""),
                    Tree.text(tree, "message").orElse(""),
                    Tree.time(tree, "lastTransitionTime"));
        }

        boolean holds() {
            return status.equals("True");
        }
    }

    /** Reads an object. */
    public static MachinePool of(GenericKubernetesResource object) {
        var tree = object.getAdditionalProperties();
        var labels = object.getMetadata().getLabels();
        var conditions = new TreeMap<String, Condition>();
        for (Object condition : Tree.list(tree, "status", "conditions")) {
            var read = Condition.of(condition);
            conditions.put(read.type(), read);
        }
        return new MachinePool(
                object.getMetadata().getName(),
                labels == null ? Map.of() : Map.copyOf(labels),
                Tree.selector(tree, "spec", "nodeSelector"),
                Tree.selector(tree, "spec", "machineConfigSelector"),
                Tree.truth(tree, "spec", "paused"),
                Tree.text(tree, "spec", "maxUnavailable")
                        .filter(most -> !most.equals("0"))
                        .orElse("1"),
                Tree.text(tree, "spec", "configuration", "name").orElse(""),
                Tree.list(tree, "spec", "configuration", "source").stream()
                        .flatMap(source -> Tree.text(source, "name").stream())
                        .toList(),
                Tree.text(tree, "status", "configuration", "name").orElse(""),
                Tree.number(tree, "status", "machineCount"),
                conditions);
    }

    /** Whether a condition is True. */
    public boolean is(String condition) {
        return Optional.ofNullable(conditions.get(condition))
                .filter(Condition::holds)
                .isPresent();
    }

    /** A condition that is True. */
    Optional<Condition> holding(String type) {
        return Optional.ofNullable(conditions.get(type)).filter(Condition::holds);
    }

    /** Whether it stands still and is well: only then may a change begin. */
    public boolean settled() {
        return is("Updated") && !is("Updating") && !degraded().isPresent();
    }

    /** What is wrong with it, in its own words; a pool that only fails to render says so in another condition than one with a bad node. */
    public Optional<Condition> degraded() {
        return holding("RenderDegraded").or(() -> holding("NodeDegraded")).or(() -> holding("Degraded"));
    }

    /**
     * Whether its name is the role that its MachineConfigs and its nodes have. What is generated for a pool has the pool's name for its role, so that
     * it would reach no node otherwise (OCPBUGS-29784).
     */
    public boolean namedAfterItsRole() {
        boolean merged = machineConfigs
                .filter(selector -> Selectors.matches(selector, Map.of(ROLE, name)))
                .isPresent();
        var roles = nodes.map(LabelSelector::getMatchLabels).orElse(Map.of()).keySet().stream()
                .filter(key -> key.startsWith(NODE_ROLE))
                .toList();
        return merged && (roles.isEmpty() || roles.contains(NODE_ROLE + name));
    }
}
