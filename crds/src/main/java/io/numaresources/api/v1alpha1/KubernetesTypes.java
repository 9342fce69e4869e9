package io.numaresources.api.v1alpha1;

import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Gives the parts of a schema that come from Kubernetes' own types what the generator can not know about them: the values that
 * Kubernetes accepts, descriptions, and bounds without which the API server refuses the cost of the CEL rules around them. Runs
 * when the CRDs are generated, never in the operator.
 */
public final class KubernetesTypes implements SchemaCustomizer.Customizer {

    private static final long MAX_ITEMS = 64;
    private static final long MAX_LENGTH = 512;
    private static final Map<String, String> DESCRIPTIONS = Map.ofEntries(
            Map.entry("matchLabels", "Labels with their values, all of which must match."),
            Map.entry("matchExpressions", "Requirements, all of which must match."),
            Map.entry("key", "Label or taint key."),
            Map.entry("operator", "How the key is compared with the values."),
            Map.entry("values", "Values for In and NotIn."),
            Map.entry("value", "Taint value."),
            Map.entry("effect", "Taint effect that is tolerated; absent: all of them."),
            Map.entry("tolerationSeconds", "Seconds for which NoExecute is tolerated; absent: for ever."),
            Map.entry("requests", "What is requested, by resource."),
            Map.entry("limits", "What is allowed at most, by resource."),
            Map.entry("claims", "Claims of the pod that the container uses."),
            Map.entry("name", "Name."),
            Map.entry("namespace", "Namespace."));

    @Override
    public JSONSchemaProps apply(JSONSchemaProps type, String input, KubernetesSerialization serialization) {
        type.getProperties().values().forEach(KubernetesTypes::complete);
        return type;
    }

    private static void complete(JSONSchemaProps schema) {
        bound(schema);
        var properties = schema.getProperties();
        if (properties != null) {
            if (properties.keySet().equals(java.util.Set.of("matchLabels", "matchExpressions"))) {
                labelSelector(properties);
            }
            if (properties.containsKey("tolerationSeconds")) {
                toleration(properties);
            }
            properties.forEach(KubernetesTypes::describe);
            properties.values().forEach(KubernetesTypes::complete);
        }
        if (schema.getItems() != null && schema.getItems().getSchema() != null) {
            complete(schema.getItems().getSchema());
        }
        if (schema.getAdditionalProperties() != null
                && schema.getAdditionalProperties().getSchema() != null) {
            complete(schema.getAdditionalProperties().getSchema());
        }
    }

    private static void labelSelector(Map<String, JSONSchemaProps> properties) {
        var expression = properties.get("matchExpressions").getItems().getSchema();
        expression.setRequired(List.of("key", "operator"));
        choose(expression.getProperties().get("operator"), "In", "NotIn", "Exists", "DoesNotExist");
        properties.get("matchExpressions").setMaxItems(16L);
        properties.get("matchLabels").setMaxProperties(16L);
        properties.get("matchLabels").getAdditionalProperties().getSchema().setMaxLength(63L);
    }

    private static void toleration(Map<String, JSONSchemaProps> properties) {
        choose(properties.get("operator"), "Exists", "Equal");
        choose(properties.get("effect"), "NoSchedule", "PreferNoSchedule", "NoExecute");
    }

    private static void choose(JSONSchemaProps schema, String... values) {
        schema.setEnum(Arrays.stream(values)
                .map(com.fasterxml.jackson.databind.node.TextNode::valueOf)
                .map(com.fasterxml.jackson.databind.JsonNode.class::cast)
                .toList());
    }

    private static void bound(JSONSchemaProps schema) {
        if ("array".equals(schema.getType()) && schema.getMaxItems() == null) {
            schema.setMaxItems(MAX_ITEMS);
        }
        if (schema.getAdditionalProperties() != null && schema.getMaxProperties() == null) {
            schema.setMaxProperties(MAX_ITEMS);
        }
        if ("string".equals(schema.getType()) && schema.getMaxLength() == null && schema.getEnum() == null) {
            schema.setMaxLength(MAX_LENGTH);
        }
    }

    private static void describe(String name, JSONSchemaProps schema) {
        if (schema.getDescription() == null) {
            schema.setDescription(DESCRIPTIONS.getOrDefault(name, "As in a pod of Kubernetes."));
        }
    }
}
