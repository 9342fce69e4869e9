package io.numaresources.kubelet;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Collects the normal form of a kubelet's parsed JSON. */
final class Reader {
    final SortedMap<String, String> values = new TreeMap<>();
    private final Map<String, ?> json;

    Reader(Map<String, ?> json) {
        this.json = json;
    }

    void scalar(String field, String absent, UnaryOperator<String> canonical) {
        Object value = json.get(field);
        put(field, value == null || value.toString().isEmpty() ? absent : value.toString(), canonical);
    }

    /**
     * @param keys those that count; null: all
     */
    void map(String field, @Nullable Set<String> keys, UnaryOperator<String> canonical) {
        if (json.get(field) instanceof Map<?, ?> entries) {
            entries.forEach((key, value) -> {
                if (value != null && (keys == null || keys.contains(key.toString()))) {
                    put(field + "." + key, value.toString(), canonical);
                }
            });
        }
    }

    void reservedMemory() {
        if (json.get("reservedMemory") instanceof List<?> zones) {
            for (Object zone : zones) {
                if (zone instanceof Map<?, ?> entry && entry.get("limits") instanceof Map<?, ?> limits) {
                    Object number = entry.get("numaNode");
                    // a zero is left out by Go's omitempty
                    String name = "reservedMemory." + (number instanceof Number id ? id.longValue() : 0);
                    limits.forEach((resource, value) -> put(
                            name + "." + resource,
                            String.valueOf(value),
                            text -> Quantity.parse(text).amount().toPlainString()));
                }
            }
        }
    }

    private void put(String field, String text, UnaryOperator<String> canonical) {
        String value;
        try {
            value = canonical.apply(text);
        } catch (IllegalArgumentException e) {
            value = text;
        }
        if (!value.isEmpty()) {
            values.put(field, value);
        }
    }
}
