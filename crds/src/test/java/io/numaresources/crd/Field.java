package io.numaresources.crd;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A place in a schema.
 *
 * @param path as in {@code spec.nodeGroups[].name}; {@code []} is the items of a list and {@code {}} the values of a map; empty for
 *     the whole object
 * @param schema its schema
 * @param required whether the object around it must have it
 */
record Field(String path, JsonNode schema, boolean required) {

    /** Every place of a schema, each before what is in it. */
    static List<Field> all(JsonNode schema) {
        return all(schema, field -> true);
    }

    /** Every place of a schema, each before what is in it, without what is inside of places that are not to be entered. */
    static List<Field> all(JsonNode schema, Predicate<Field> enters) {
        var found = new ArrayList<Field>();
        new Field("", schema, true).collect(found, enters);
        return found;
    }

    /** Schema of the only version of a definition. */
    static JsonNode schema(JsonNode definition) {
        return definition.path("spec").path("versions").path(0).path("schema").path("openAPIV3Schema");
    }

    private void collect(List<Field> found, Predicate<Field> enters) {
        found.add(this);
        if (!enters.test(this)) {
            return;
        }
        var required = new ArrayList<String>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        schema.path("properties")
                .properties()
                .forEach(property -> new Field(
                                path.isEmpty() ? property.getKey() : path + "." + property.getKey(),
                                property.getValue(),
                                required.contains(property.getKey()))
                        .collect(found, enters));
        if (schema.has("items")) {
            new Field(path + "[]", schema.path("items"), false).collect(found, enters);
        }
        if (schema.path("additionalProperties").isObject()) {
            new Field(path + "{}", schema.path("additionalProperties"), false).collect(found, enters);
        }
    }
}
