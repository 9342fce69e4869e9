package io.numaresources.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.CustomResource;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The definitions take nothing away from those of the last release; and the check sees what it is for. */
class CrdCompatibilityTest {
    /** Breaks that were decided on, each as the check words it, with the reason in a comment; emptied with the next release. */
    private static final Set<String> DECIDED = Set.of();

    static Stream<Class<? extends CustomResource<?, ?>>> kinds() {
        return CrdFiles.KINDS.stream();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void breaksNothingThatIsReleased(Class<? extends CustomResource<?, ?>> kind) {
        JsonNode now = CrdFiles.committed(kind);
        // before the first release: with itself, so that the comparison runs on the real schema all the same
        JsonNode released = ReleasedDefinitions.tag()
                .flatMap(tag -> ReleasedDefinitions.at(tag, CrdFiles.name(kind)))
                .orElse(now);

        assertThat(CrdCompatibility.breaks(released, now))
                .filteredOn(line -> !DECIDED.contains(line))
                .isEmpty();
    }

    static Stream<Arguments> breaks() {
        return Stream.of(
                change(
                        "field removed",
                        "spec.paused: field was removed",
                        schema -> in(schema, "spec.properties").remove("paused")),
                change(
                        "value removed",
                        "spec.scheduler.informer: value Dedicated is no longer accepted",
                        schema ->
                                set(schema, "spec.properties.scheduler.properties.informer", "enum", "Auto", "Shared")),
                change(
                        "values restricted",
                        "spec.imageRegistry: only certain values are accepted",
                        schema -> set(schema, "spec.properties.imageRegistry", "enum", "a")),
                change(
                        "field became required",
                        "spec.paused: field became required",
                        schema -> set(schema, "spec", "required", "nodeGroups", "paused")),
                change("new required field", "spec.novel: new field is required", schema -> {
                    in(schema, "spec.properties").putObject("novel").put("type", "string");
                    set(schema, "spec", "required", "nodeGroups", "novel");
                }),
                change(
                        "type changed",
                        "spec.paused type: \"boolean\" became \"string\"",
                        schema -> in(schema, "spec.properties.paused").put("type", "string")),
                change(
                        "default changed",
                        "spec.paused default: false became true",
                        schema -> in(schema, "spec.properties.paused").put("default", true)),
                change(
                        "bound lowered",
                        "spec.nodeGroups: maxItems became 8",
                        schema -> in(schema, "spec.properties.nodeGroups").put("maxItems", 8)),
                change(
                        "bound raised",
                        "spec.nodeGroups: minItems became 2",
                        schema -> in(schema, "spec.properties.nodeGroups").put("minItems", 2)),
                change(
                        "merge key changed",
                        "spec.nodeGroups x-kubernetes-list-map-keys: [\"name\"] became nothing",
                        schema -> in(schema, "spec.properties.nodeGroups").remove("x-kubernetes-list-map-keys")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("breaks")
    void reports(String name, String line, Consumer<JsonNode> change) {
        JsonNode released = CrdFiles.committed(NUMAResourcesOperator.class);
        JsonNode now = released.deepCopy();
        change.accept(Field.schema(now));

        assertThat(CrdCompatibility.breaks(released, now)).containsExactly(line);
    }

    @Test
    void acceptsWhatOnlyAdds() {
        JsonNode released = CrdFiles.committed(NUMAResourcesOperator.class);
        JsonNode now = released.deepCopy();
        in(Field.schema(now), "spec.properties").putObject("novel").put("type", "string");
        ((ArrayNode) Field.schema(now).at("/properties/spec/properties/scheduler/properties/informer/enum"))
                .add("Third");
        in(Field.schema(now), "spec.properties.nodeGroups").put("maxItems", 128);

        assertThat(CrdCompatibility.breaks(released, now)).isEmpty();
    }

    @Test
    void reportsVersionsAndNamesThatAreGone() {
        JsonNode released = CrdFiles.committed(NUMANode.class);
        JsonNode now = released.deepCopy();
        ((ObjectNode) now.at("/spec/versions/0")).put("served", false);
        ((ObjectNode) now.at("/spec")).put("scope", "Namespaced");

        assertThat(CrdCompatibility.breaks(released, now))
                .containsExactly(
                        "spec.scope: \"Cluster\" became \"Namespaced\"", "v1alpha1: version is no longer served");
    }

    private static Arguments change(String name, String line, Consumer<JsonNode> change) {
        return Arguments.of(name, line, change);
    }

    private static ObjectNode in(JsonNode schema, String path) {
        return (ObjectNode) schema.path("properties").at("/" + path.replace('.', '/'));
    }

    private static void set(JsonNode schema, String path, String list, String... values) {
        ArrayNode array = in(schema, path).putArray(list);
        for (String value : values) {
            array.add(value);
        }
    }
}
