package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.Map;

/** Label selectors as the API server evaluates them (apimachinery, labels.Selector). */
public final class Selectors {
    private Selectors() {}

    /** Whether labels satisfy every requirement of a selector; an unknown operator matches nothing. */
    public static boolean matches(LabelSelector selector, Map<String, String> labels) {
        if (selector.getMatchLabels() != null
                && !selector.getMatchLabels().entrySet().stream()
                        .allMatch(wanted -> wanted.getValue().equals(labels.get(wanted.getKey())))) {
            return false;
        }
        return selector.getMatchExpressions() == null
                || selector.getMatchExpressions().stream().allMatch(requirement -> matches(requirement, labels));
    }

    private static boolean matches(LabelSelectorRequirement requirement, Map<String, String> labels) {
        String value = labels.get(requirement.getKey());
        return switch (requirement.getOperator()) {
            case "In" -> value != null && requirement.getValues().contains(value);
            case "NotIn" -> value == null || !requirement.getValues().contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false;
        };
    }
}
