package io.numaresources.packaging.bundle;

import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.SpecDescriptor;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.StatusDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a console shows of each field: taken from the schema, which has a description for every one. */
final class Descriptors {
    private static final String UI = "urn:alm:descriptor:com.tectonic.ui:";
    /** Types of Kubernetes itself, which a console knows as a whole, and the descriptor for them. */
    private static final Map<String, String> KNOWN = Map.of(
            "resources", UI + "resourceRequirements",
            "tolerations", UI + "advanced",
            "affinity", UI + "advanced",
            "nodeSelector", UI + "selector:core:v1:Node",
            "excludePods", UI + "selector:core:v1:Pod",
            "conditions", "urn:alm:descriptor:io.kubernetes.conditions");

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("cpu", "CPU"),
            Map.entry("cpus", "CPUs"),
            Map.entry("crd", "CRD"),
            Map.entry("numa", "NUMA"),
            Map.entry("pcpus", "PCPUs"));

    private static final Set<String> TEXT = Set.of("string");

    private Descriptors() {}

    static List<SpecDescriptor> spec(JSONSchemaProps schema) {
        return fields(schema.getProperties().get("spec")).stream()
                .map(field ->
                        new SpecDescriptor(field.description(), field.displayName(), field.path(), null, field.ui()))
                .toList();
    }

    static List<StatusDescriptor> status(JSONSchemaProps schema) {
        return fields(schema.getProperties().get("status")).stream()
                .map(field -> new StatusDescriptor(
                        field.description(),
                        field.displayName(),
                        field.path(),
                        null,
                        field.ui().stream().filter(ui -> !ui.startsWith(UI)).toList()))
                .toList();
    }

    /** A field and how it is shown. */
    private record Field(String path, String displayName, String description, List<String> ui) {}

    private static List<Field> fields(JSONSchemaProps schema) {
        var fields = new ArrayList<Field>();
        add(fields, "", schema);
        return fields;
    }

    private static void add(List<Field> fields, String parent, JSONSchemaProps schema) {
        schema.getProperties().forEach((name, property) -> {
            var path = parent + name;
            fields.add(new Field(path, displayName(name), description(name, property), ui(name, property)));
            if (KNOWN.containsKey(name)) {
                return;
            }
            add(fields, path + ".", property);
            var items = property.getItems() == null ? null : property.getItems().getSchema();
            if (items != null) {
                add(fields, path + "[0].", items);
            }
        });
    }

    private static String description(String name, JSONSchemaProps property) {
        return property.getDescription() == null ? displayName(name) + "." : property.getDescription();
    }

    private static List<String> ui(String name, JSONSchemaProps property) {
        var known = KNOWN.get(name);
        if (known != null) {
            return List.of(known);
        }
        if (property.getEnum() != null && !property.getEnum().isEmpty()) {
            return property.getEnum().stream()
                    .map(value -> UI + "select:" + value.asText())
                    .toList();
        }
        var type = property.getType() == null ? "" : property.getType();
        if (type.equals("boolean")) {
            return List.of(UI + "booleanSwitch");
        }
        if (type.equals("integer")) {
            return List.of(UI + "number");
        }
        return TEXT.contains(type) ? List.of(UI + "text") : List.of();
    }

    /** {@code maxAllowableNUMANodes} is shown as "Max allowable NUMA nodes". */
    static String displayName(String name) {
        var words = name.split("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
        var text = java.util.Arrays.stream(words).map(Descriptors::word).collect(Collectors.joining(" "));
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String word(String word) {
        var lower = word.toLowerCase(Locale.ROOT);
        boolean acronym = word.length() > 1 && word.equals(word.toUpperCase(Locale.ROOT));
        return acronym ? word : WORDS.getOrDefault(lower, lower);
    }
}
