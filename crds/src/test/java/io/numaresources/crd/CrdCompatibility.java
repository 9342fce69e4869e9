package io.numaresources.crd;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What of a released definition a newer one would take away: objects or clients of the release that would no longer be accepted,
 * or would mean something else. CEL rules are left out, since the API server applies a new one only to what a write changes.
 */
final class CrdCompatibility {
    private static final List<String> UPPER = List.of("maximum", "maxLength", "maxItems", "maxProperties");
    private static final List<String> LOWER = List.of("minimum", "minLength", "minItems", "minProperties");
    private static final List<String> FIXED = List.of(
            "default",
            "pattern",
            "format",
            "x-kubernetes-int-or-string",
            "x-kubernetes-list-type",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-map-type");

    private final List<String> broken = new ArrayList<>();

    private CrdCompatibility() {}

    /** One line for each break, empty where there is none. */
    static List<String> breaks(JsonNode released, JsonNode now) {
        var check = new CrdCompatibility();
        for (String name : List.of("group", "names", "scope")) {
            check.fixed(
                    "spec." + name,
                    released.path("spec").path(name),
                    now.path("spec").path(name));
        }
        Map<String, JsonNode> versions = versions(now);
        versions(released).forEach((name, version) -> {
            if (version.path("served").asBoolean()) {
                check.version(name, version, versions.get(name));
            }
        });
        return List.copyOf(check.broken);
    }

    private static Map<String, JsonNode> versions(JsonNode definition) {
        var versions = new LinkedHashMap<String, JsonNode>();
        definition
                .path("spec")
                .path("versions")
                .forEach(version -> versions.put(version.path("name").asText(), version));
        return versions;
    }

    private void version(String name, JsonNode released, JsonNode now) {
        if (now == null || !now.path("served").asBoolean()) {
            broken.add(name + ": version is no longer served");
            return;
        }
        fixed(name + " subresources", released.path("subresources"), now.path("subresources"));
        var fieldsNow = fields(now);
        var fieldsReleased = fields(released);
        fieldsReleased.forEach((path, field) -> {
            Field same = fieldsNow.get(path);
            if (same == null) {
                broken.add(path + ": field was removed");
            } else {
                compare(path, field, same);
            }
        });
        fieldsNow.forEach((path, field) -> {
            if (!fieldsReleased.containsKey(path)
                    && field.required()
                    && !field.schema().has("default")
                    && fieldsReleased.containsKey(parent(path))) {
                broken.add(path + ": new field is required");
            }
        });
    }

    private static Map<String, Field> fields(JsonNode version) {
        return Field.all(version.path("schema").path("openAPIV3Schema")).stream()
                .collect(Collectors.toMap(Field::path, Function.identity(), (one, other) -> one, LinkedHashMap::new));
    }

    private static String parent(String path) {
        int dot = path.lastIndexOf('.');
        return dot < 0 ? "" : path.substring(0, dot);
    }

    private void compare(String path, Field released, Field now) {
        fixed(path + " type", released.schema().path("type"), now.schema().path("type"));
        if (now.required() && !released.required()) {
            broken.add(path + ": field became required");
        }
        values(path, released.schema().path("enum"), now.schema().path("enum"));
        UPPER.forEach(bound -> bound(path, bound, released.schema(), now.schema(), 1));
        LOWER.forEach(bound -> bound(path, bound, released.schema(), now.schema(), -1));
        FIXED.forEach(name -> fixed(
                path + " " + name, released.schema().path(name), now.schema().path(name)));
        if (released.schema().path("nullable").asBoolean()
                && !now.schema().path("nullable").asBoolean()) {
            broken.add(path + ": null is no longer accepted");
        }
    }

    private void values(String path, JsonNode released, JsonNode now) {
        if (now.isMissingNode()) {
            return;
        }
        if (released.isMissingNode()) {
            broken.add(path + ": only certain values are accepted");
            return;
        }
        var gone = new TreeSet<String>();
        released.forEach(value -> gone.add(value.asText()));
        now.forEach(value -> gone.remove(value.asText()));
        gone.forEach(value -> broken.add(path + ": value " + value + " is no longer accepted"));
    }

    /** A bound may be widened or dropped. */
    private void bound(String path, String name, JsonNode released, JsonNode now, int direction) {
        if (!now.has(name)) {
            return;
        }
        boolean narrower = !released.has(name)
                || direction
                                * Double.compare(
                                        now.path(name).asDouble(),
                                        released.path(name).asDouble())
                        < 0;
        if (narrower) {
            broken.add(path + ": " + name + " became " + now.path(name).asText());
        }
    }

    private void fixed(String what, JsonNode released, JsonNode now) {
        if (!released.equals(now)) {
            broken.add(what + ": " + text(released) + " became " + text(now));
        }
    }

    private static String text(JsonNode node) {
        return node.isMissingNode() ? "nothing" : node.toString();
    }
}
