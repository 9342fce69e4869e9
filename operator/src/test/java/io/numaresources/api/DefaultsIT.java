package io.numaresources.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.testbed.junit.Testbed;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The defaults of the schema and those of the Java types are the same, and the Java types lose nothing. */
@Testbed
class DefaultsIT {

    @BeforeAll
    static void define(KubernetesClient client) {
        ApiFiles.define(client);
    }

    @Test
    void minimalSampleIsStoredWithTheDefaultsOfTheTypes(KubernetesClient client) {
        var sample = ApiFiles.read(ApiFiles.sample("minimal"));
        var typed = Serialization.unmarshal(Serialization.asJson(sample), NUMAResourcesOperator.class);
        try {
            var stored = ApiFiles.create(client, sample, false);

            assertThat(sorted(stored.path("spec")).toPrettyString())
                    .isEqualTo(sorted(typed.getSpec()).toPrettyString());
            assertThat(client.resources(NUMAResourcesOperator.class)
                            .withName(NUMAResourcesOperator.NAME)
                            .get()
                            .getSpec())
                    .isEqualTo(typed.getSpec());
        } finally {
            client.resources(NUMAResourcesOperator.class)
                    .withName(NUMAResourcesOperator.NAME)
                    .delete();
        }
    }

    @TestFactory
    Stream<DynamicTest> typesReadAndWriteWhatIsStored(KubernetesClient client) {
        var samples = List.of(ApiFiles.sample("minimal"), ApiFiles.sample("observe"), ApiFiles.sample("full"));
        return Stream.concat(samples.stream(), ApiFiles.files("valid-").stream())
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    var object = ApiFiles.read(file);
                    var stored = ApiFiles.create(client, object, true);

                    assertThat(sorted(typedSpec(stored)).toPrettyString())
                            .as(file.getFileName().toString())
                            .isEqualTo(sorted(stored.path("spec")).toPrettyString());
                    assertThat(typedSpec(object)).isEqualTo(typedSpec(stored));
                }));
    }

    private static Object typedSpec(JsonNode object) {
        var json = Serialization.asJson(object);
        return "NUMANode".equals(object.path("kind").asText())
                ? Serialization.unmarshal(json, NUMANode.class).getSpec()
                : Serialization.unmarshal(json, NUMAResourcesOperator.class).getSpec();
    }

    /** The fields in the order of their names. */
    private static JsonNode sorted(Object value) {
        return sorted(Serialization.unmarshal(Serialization.asJson(value), JsonNode.class));
    }

    private static JsonNode sorted(JsonNode node) {
        if (node.isArray()) {
            var copy = JsonNodeFactory.instance.arrayNode();
            node.forEach(item -> copy.add(sorted(item)));
            return copy;
        }
        if (!node.isObject()) {
            return node;
        }
        var copy = JsonNodeFactory.instance.objectNode();
        node.properties().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(field -> copy.set(field.getKey(), sorted(field.getValue())));
        return copy;
    }
}
