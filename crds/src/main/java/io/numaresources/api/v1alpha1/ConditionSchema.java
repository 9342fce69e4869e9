package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Completes the schema of {@code conditions} as {@code metav1.Condition} has it (apimachinery, meta/v1/types.go); the client's
 * type carries none of it. Runs when the CRDs are generated, never in the operator.
 */
public final class ConditionSchema implements SchemaCustomizer.Customizer {
    private static final Map<String, String> DESCRIPTIONS = Map.of(
            "type",
                    Arrays.stream(ConditionType.values())
                            .map(type -> type.value() + ": " + type.meaning())
                            .collect(Collectors.joining(". ", "", ".")),
            "status", "True, False or Unknown.",
            "reason", "Word in CamelCase that says why.",
            "message", "What is the case and what to do.",
            "lastTransitionTime", "When the status changed last.",
            "observedGeneration", "Generation of the spec that the condition is about.");

    @Override
    public JSONSchemaProps apply(JSONSchemaProps type, String input, KubernetesSerialization serialization) {
        var condition = type.getProperties().get("conditions").getItems().getSchema();
        condition.setDescription("A condition.");
        condition.setRequired(List.of("lastTransitionTime", "message", "reason", "status", "type"));
        var fields = condition.getProperties();
        fields.forEach((name, field) -> field.setDescription(DESCRIPTIONS.get(name)));
        fields.get("status")
                .setEnum(Stream.of("True", "False", "Unknown")
                        .map(TextNode::valueOf)
                        .map(JsonNode.class::cast)
                        .toList());
        fields.get("lastTransitionTime").setFormat("date-time");
        fields.get("message").setMaxLength(32768L);
        fields.get("reason").setMinLength(1L);
        fields.get("reason").setMaxLength(1024L);
        fields.get("reason").setPattern("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$");
        fields.get("type").setMaxLength(316L);
        fields.get("observedGeneration").setMinimum(0.0);
        fields.get("observedGeneration").setFormat("int64");
        return type;
    }
}
