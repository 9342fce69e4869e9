package io.numaresources.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.numaresources.api.v1alpha1.NUMANode;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes of a NUMANode's status as a JSON merge patch that names what differs, and holds only while nobody else has written. */
final class StatusPatch {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    private StatusPatch() {}

    /**
     * The patch.
     *
     * @param seen what the changes are made to
     * @param fields top-level fields of the status with their new values; null removes one
     * @return absent where nothing differs
     */
    static Optional<String> of(NUMANode seen, Map<String, @Nullable Object> fields) {
        ObjectNode before = seen.getStatus() == null ? empty() : tree(seen.getStatus());
        ObjectNode after = before.deepCopy();
        fields.forEach((name, value) -> {
            if (value == null) {
                after.remove(name);
            } else {
                after.set(name, JSON.convertValue(value, JsonNode.class));
            }
        });
        var difference = difference(before, after);
        if (difference.isEmpty()) {
            return Optional.empty();
        }
        var patch = empty();
        patch.withObject("metadata").put("resourceVersion", seen.getMetadata().getResourceVersion());
        patch.set("status", difference);
        return Optional.of(JSON.asJson(patch));
    }

    private static ObjectNode difference(ObjectNode before, ObjectNode after) {
        var difference = empty();
        before.fieldNames().forEachRemaining(name -> {
            if (!after.has(name)) {
                difference.set(name, NullNode.getInstance());
            }
        });
        var names = new ArrayList<String>();
        after.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            var value = after.get(name);
            var former = before.get(name);
            if (value instanceof ObjectNode now && former instanceof ObjectNode then) {
                var inner = difference(then, now);
                if (!inner.isEmpty()) {
                    difference.set(name, inner);
                }
            } else if (!value.equals(former)) {
                difference.set(name, value);
            }
        }
        return difference;
    }

    private static ObjectNode empty() {
        return JSON.convertValue(Map.of(), ObjectNode.class);
    }

    private static ObjectNode tree(Object value) {
        return JSON.convertValue(value, ObjectNode.class);
    }
}
