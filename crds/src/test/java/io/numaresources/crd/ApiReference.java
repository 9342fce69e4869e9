package io.numaresources.crd;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reference of the API as Markdown, from the generated definitions alone. */
final class ApiReference {
    /** Types of Kubernetes, by the properties that tell them; they are named and not described again. */
    private static final Map<Set<String>, String> KUBERNETES = Map.of(
            Set.of("matchLabels", "matchExpressions"), "label selector",
            Set.of("effect", "key", "operator", "tolerationSeconds", "value"), "toleration",
            Set.of("nodeAffinity", "podAffinity", "podAntiAffinity"), "affinity",
            Set.of("claims", "limits", "requests"), "resource requirements");

    private final StringBuilder text = new StringBuilder();

    private ApiReference() {}

    /** The page for definitions, in their order. */
    static String of(List<JsonNode> definitions) {
        var reference = new ApiReference();
        reference.text.append("""
                # API reference

                Generated from the CRDs by `mvn -pl crds test -Ddocs.update=true`; what each group of fields is for is in the
                [user guide](../user-guide.md).
                """);
        definitions.forEach(reference::kind);
        return reference.text.toString();
    }

    private void kind(JsonNode definition) {
        JsonNode names = definition.path("spec").path("names");
        JsonNode version = definition.path("spec").path("versions").path(0);
        JsonNode schema = Field.schema(definition);
        line("");
        line("## %s", names.path("kind").asText());
        line("");
        line("%s", schema.path("description").asText());
        line("");
        line(
                "`%s/%s`, %s-scoped, short name `%s`, category `%s`.",
                definition.path("spec").path("group").asText(),
                version.path("name").asText(),
                definition.path("spec").path("scope").asText().toLowerCase(Locale.ROOT),
                names.path("shortNames").path(0).asText(),
                names.path("categories").path(0).asText());
        columns(version.path("additionalPrinterColumns"));
        fields("Spec", schema, "spec");
        refusals(schema);
        fields("Status", schema, "status");
    }

    private void columns(JsonNode columns) {
        line("");
        line("### Columns of kubectl get");
        line("");
        line("| column | shows |");
        line("|---|---|");
        columns.forEach(column -> line(
                "| %s | `%s` |",
                column.path("name").asText(), column.path("jsonPath").asText()));
    }

    private void fields(String title, JsonNode schema, String part) {
        line("");
        line("### %s", title);
        line("");
        line("| field | type | default | meaning |");
        line("|---|---|---|---|");
        Field.all(
                        schema.path("properties").path(part),
                        field -> kubernetes(field.schema()).isEmpty())
                .stream()
                .filter(field -> !field.path().isEmpty()
                        && !field.path().endsWith("[]")
                        && !field.path().endsWith("{}"))
                .forEach(field -> line(
                        "| `%s`%s | %s | %s | %s |",
                        field.path(),
                        field.required() ? " (required)" : "",
                        cell(type(field.schema())),
                        field.schema().has("default")
                                ? cell("`" + value(field.schema().path("default")) + "`")
                                : "",
                        cell(field.schema().path("description").asText())));
    }

    private void refusals(JsonNode schema) {
        var refusals = new TreeSet<String>();
        Field.all(schema)
                .forEach(field -> field.schema()
                        .path("x-kubernetes-validations")
                        .forEach(rule -> {
                            String place = field.path() + rule.path("fieldPath").asText();
                            refusals.add("- `" + (place.isEmpty() ? "metadata" : place) + "`: "
                                    + rule.path("message").asText());
                        }));
        if (!refusals.isEmpty()) {
            line("");
            line("### Refused by the API server, beyond types and bounds");
            line("");
            refusals.forEach(refusal -> line("%s", refusal));
        }
    }

    private static String type(JsonNode schema) {
        Optional<String> known = kubernetes(schema);
        if (known.isPresent()) {
            return known.get();
        }
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            return "integer or text" + pattern(schema);
        }
        if (schema.has("enum")) {
            var values = new ArrayList<String>();
            schema.path("enum").forEach(value -> values.add("`" + value.asText() + "`"));
            return String.join(", ", values);
        }
        return switch (schema.path("type").asText()) {
            case "array" -> "list of " + type(schema.path("items")) + bounds(schema, "minItems", "maxItems");
            case "object" ->
                schema.path("additionalProperties").isObject()
                        ? "map of " + type(schema.path("additionalProperties"))
                        : "object";
            case "integer" -> "integer" + bounds(schema, "minimum", "maximum");
            case "string" -> "text" + pattern(schema);
            case String other -> other;
        };
    }

    private static Optional<String> kubernetes(JsonNode schema) {
        var names = new TreeSet<String>();
        schema.path("properties").fieldNames().forEachRemaining(names::add);
        return Optional.ofNullable(KUBERNETES.get(names));
    }

    private static String pattern(JsonNode schema) {
        return schema.has("pattern") ? " like `" + schema.path("pattern").asText() + "`" : "";
    }

    private static String bounds(JsonNode schema, String low, String high) {
        var bounds = new ArrayList<String>();
        if (schema.has(low)) {
            bounds.add("at least " + schema.path(low).asLong());
        }
        if (schema.has(high)) {
            bounds.add("at most " + schema.path(high).asLong());
        }
        return bounds.isEmpty() ? "" : " (" + String.join(", ", bounds) + ")";
    }

    private static String value(JsonNode value) {
        return value.isTextual() ? value.asText() : value.toString();
    }

    private static String cell(String content) {
        return content.replace("|", "\\|");
    }

    private void line(String format, Object... values) {
        text.append(format.formatted(values)).append('\n');
    }
}
