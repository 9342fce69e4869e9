package io.numaresources.explain;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import io.numaresources.explain.NodePlace.NodeTaint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a pod may go to: nodeSelector, required node affinity and tolerations, as kube-scheduler's plugins NodeAffinity,
 * TaintToleration and NodeUnschedulable judge them. Affinity to other pods isn't looked at.
 *
 * @param nodeSelector labels that a node must have
 * @param required required node affinity; null for none
 * @param tolerations taints that don't matter
 */
public record PodPlacement(
        Map<String, String> nodeSelector, @Nullable NodeSelector required, List<Toleration> tolerations) {
    private static final NodeTaint CORDONED = new NodeTaint("node.kubernetes.io/unschedulable", "", "NoSchedule");

    public PodPlacement {
        nodeSelector = Map.copyOf(nodeSelector);
        tolerations = List.copyOf(tolerations);
    }

    /** The placement that a spec asks for. */
    public static PodPlacement of(PodSpec spec) {
        return new PodPlacement(
                spec.getNodeSelector() == null ? Map.of() : spec.getNodeSelector(),
                required(spec.getAffinity()),
                spec.getTolerations() == null ? List.of() : spec.getTolerations());
    }

    private static @Nullable NodeSelector required(@Nullable Affinity affinity) {
        return affinity == null || affinity.getNodeAffinity() == null
                ? null
                : affinity.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution();
    }

    /** Why a node is out of question, in a few words that many nodes share; empty where the pod may go there. */
    public Optional<String> refusal(NodePlace node) {
        for (var label : nodeSelector.entrySet()) {
            if (!label.getValue().equals(node.labels().get(label.getKey()))) {
                return Optional.of("not selected by nodeSelector");
            }
        }
        if (required != null && required.getNodeSelectorTerms().stream().noneMatch(term -> matches(term, node))) {
            return Optional.of("not selected by node affinity");
        }
        if (node.cordoned() && !tolerated(CORDONED)) {
            return Optional.of("cordoned");
        }
        return node.taints().stream()
                .filter(taint -> !"PreferNoSchedule".equals(taint.effect()) && !tolerated(taint))
                .findFirst()
                .map(taint -> "taint " + taint + " isn't tolerated");
    }

    private boolean tolerated(NodeTaint taint) {
        return tolerations.stream().anyMatch(toleration -> tolerates(toleration, taint));
    }

    /** An empty effect is every effect, an empty key with Exists is every taint. */
    private static boolean tolerates(Toleration toleration, NodeTaint taint) {
        if (!blank(toleration.getEffect()) && !toleration.getEffect().equals(taint.effect())) {
            return false;
        }
        boolean exists = "Exists".equals(toleration.getOperator());
        if (blank(toleration.getKey())) {
            return exists;
        }
        return toleration.getKey().equals(taint.key())
                && (exists || (toleration.getValue() == null ? "" : toleration.getValue()).equals(taint.value()));
    }

    private static boolean blank(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    /** A term without requirements matches nothing. */
    private static boolean matches(NodeSelectorTerm term, NodePlace node) {
        boolean any =
                !term.getMatchExpressions().isEmpty() || !term.getMatchFields().isEmpty();
        return any
                && term.getMatchExpressions().stream()
                        .allMatch(r -> matches(r, node.labels().get(r.getKey())))
                && term.getMatchFields().stream()
                        .allMatch(r -> matches(r, "metadata.name".equals(r.getKey()) ? node.name() : null));
    }

    private static boolean matches(NodeSelectorRequirement requirement, @Nullable String value) {
        return switch (requirement.getOperator()) {
            case "In" -> value != null && requirement.getValues().contains(value);
            case "NotIn" -> value == null || !requirement.getValues().contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" -> compare(value, requirement) > 0;
            case "Lt" -> compare(value, requirement) < 0;
            default -> false;
        };
    }

    /** 0, which neither operator wants, where one of the two is no integer. */
    private static int compare(@Nullable String value, NodeSelectorRequirement requirement) {
        try {
            return value == null
                    ? 0
                    : Long.compare(
                            Long.parseLong(value),
                            Long.parseLong(requirement.getValues().getFirst()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
