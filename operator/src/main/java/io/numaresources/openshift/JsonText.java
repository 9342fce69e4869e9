package io.numaresources.openshift;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;

/** Maps as JSON. */
final class JsonText {
    private JsonText() {}

    static String of(Map<String, ?> map) {
        return Serialization.asJson(map).replaceAll("\\s*\\n\\s*", "");
    }

    /** Reads a map; empty where the text is none. */
    static Map<String, Object> read(String json) {
        if (json.isEmpty()) {
            return Map.of();
        }
        try {
            return Tree.map(Serialization.unmarshal(json, Map.class));
        } catch (RuntimeException unreadable) {
            return Map.of();
        }
    }
}
