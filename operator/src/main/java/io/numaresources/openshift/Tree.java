package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirementBuilder;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Values in objects without a Java type; what is absent or of another type than expected counts as absent. */
final class Tree {
    private Tree() {}

    /** The value below a path of keys. */
    static @Nullable Object at(@Nullable Object root, String... path) {
        Object value = root;
        for (String key : path) {
            value = value instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return value;
    }

    static Optional<String> text(@Nullable Object root, String... path) {
        return Optional.ofNullable(at(root, path)).map(Object::toString).filter(text -> !text.isEmpty());
    }

    static int number(@Nullable Object root, String... path) {
        return at(root, path) instanceof Number number ? number.intValue() : 0;
    }

    static boolean truth(@Nullable Object root, String... path) {
        return Boolean.TRUE.equals(at(root, path));
    }

    static Optional<Instant> time(@Nullable Object root, String... path) {
        try {
            return text(root, path).map(text -> OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    static List<?> list(@Nullable Object root, String... path) {
        return at(root, path) instanceof List<?> list ? list : List.of();
    }

    static Map<String, Object> map(@Nullable Object root, String... path) {
        var map = new TreeMap<String, Object>();
        if (at(root, path) instanceof Map<?, ?> entries) {
            entries.forEach((key, value) -> map.put(String.valueOf(key), value));
        }
        return map;
    }

    static Map<String, String> texts(@Nullable Object root, String... path) {
        var texts = new TreeMap<String, String>();
        map(root, path).forEach((key, value) -> texts.put(key, value == null ? "" : value.toString()));
        return texts;
    }

    /** A label selector; absent where there is none or an empty one, since those of the machine-config operator then select nothing. */
    static Optional<LabelSelector> selector(@Nullable Object root, String... path) {
        var labels = texts(at(root, path), "matchLabels");
        var expressions = new ArrayList<LabelSelectorRequirement>();
        for (Object expression : list(at(root, path), "matchExpressions")) {
            expressions.add(new LabelSelectorRequirementBuilder()
                    .withKey(text(expression, "key").orElse(""))
                    .withOperator(text(expression, "operator").orElse(""))
                    .withValues(list(expression, "values").stream()
                            .map(String::valueOf)
                            .toList())
                    .build());
        }
        return labels.isEmpty() && expressions.isEmpty()
                ? Optional.empty()
                : Optional.of(new LabelSelectorBuilder()
                        .withMatchLabels(labels)
                        .withMatchExpressions(expressions)
                        .build());
    }
}
