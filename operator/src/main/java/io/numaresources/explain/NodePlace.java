package io.numaresources.explain;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What decides whether a pod may go to a node, before anything of NUMA.
 *
 * @param name its name
 * @param labels its labels
 * @param ready whether its Ready condition is True
 * @param cordoned whether it is marked unschedulable
 * @param taints its taints
 */
public record NodePlace(
        String name, Map<String, String> labels, boolean ready, boolean cordoned, List<NodeTaint> taints) {

    /**
     * A taint.
     *
     * @param value its value, empty where it has none
     */
    public record NodeTaint(String key, String value, String effect) {
        /** A taint as a Node has it. */
        public static NodeTaint of(Taint taint) {
            return new NodeTaint(taint.getKey(), Objects.requireNonNullElse(taint.getValue(), ""), taint.getEffect());
        }

        @Override
        public String toString() {
            return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
        }
    }

    public NodePlace {
        taints = List.copyOf(taints);
    }

    /** The place that a Node is. */
    public static NodePlace of(Node node) {
        var labels = node.getMetadata().getLabels();
        var spec = node.getSpec();
        var status = node.getStatus();
        return new NodePlace(
                node.getMetadata().getName(),
                labels == null ? Map.of() : labels,
                status != null
                        && status.getConditions().stream()
                                .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus())),
                spec != null && Boolean.TRUE.equals(spec.getUnschedulable()),
                spec == null
                        ? List.of()
                        : spec.getTaints().stream().map(NodeTaint::of).toList());
    }
}
