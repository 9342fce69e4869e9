package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives the parts of a schema that come from Kubernetes' own types what the generator can not know about them: the values that
 * Kubernetes accepts, descriptions, and bounds without which the API server refuses the cost of the CEL rules around them. Runs
 * when the CRDs are generated, never in the operator.
 */
public final class KubernetesTypes implements SchemaCustomizer.Customizer {

    private static final long MAX_ITEMS = 64;
    private static final long MAX_LENGTH = 512;
    /** By the name of a property; with {@code []} the items of a list, with {@code {}} the values of a map. */
    private static final Map<String, String> DESCRIPTIONS = Map.ofEntries(
            Map.entry("matchLabels", "Labels with their values, all of which must match."),
            Map.entry("matchLabels{}", "Value of a label."),
            Map.entry("matchExpressions", "Requirements, all of which must match."),
            Map.entry("matchExpressions[]", "A requirement."),
            Map.entry("matchFields", "Requirements on fields of the node, all of which must match."),
            Map.entry("matchFields[]", "A requirement."),
            Map.entry("key", "Label, field or taint key."),
            Map.entry("operator", "How the key is compared with the values."),
            Map.entry("values", "Values to compare with."),
            Map.entry("values[]", "A value."),
            Map.entry("value", "Taint value."),
            Map.entry("effect", "Taint effect that is tolerated; absent: all of them."),
            Map.entry("tolerationSeconds", "Seconds for which NoExecute is tolerated; absent: for ever."),
            Map.entry("tolerations[]", "A toleration."),
            Map.entry("nodeSelector{}", "Value of a label."),
            Map.entry("requests", "What is requested, by resource."),
            Map.entry("requests{}", "Quantity of a resource."),
            Map.entry("limits", "What is allowed at most, by resource."),
            Map.entry("limits{}", "Quantity of a resource."),
            Map.entry("claims", "Claims of the pod that the container uses."),
            Map.entry("claims[]", "A claim."),
            Map.entry("request", "Request of the claim; absent: all of them."),
            Map.entry("name", "Name."),
            Map.entry("namespace", "Namespace."),
            Map.entry("imagePullSecrets[]", "A secret."),
            Map.entry("nodeAffinity", "Which nodes the pods run on."),
            Map.entry("podAffinity", "Which pods they run beside."),
            Map.entry("podAntiAffinity", "Which pods they do not run beside."),
            Map.entry("requiredDuringSchedulingIgnoredDuringExecution", "What must hold when a pod is scheduled."),
            Map.entry("requiredDuringSchedulingIgnoredDuringExecution[]", "A term that must hold."),
            Map.entry("preferredDuringSchedulingIgnoredDuringExecution", "What should hold when a pod is scheduled."),
            Map.entry("preferredDuringSchedulingIgnoredDuringExecution[]", "A term with its weight."),
            Map.entry("nodeSelectorTerms", "Terms, one of which must match."),
            Map.entry("nodeSelectorTerms[]", "A term, all of which must match."),
            Map.entry("preference", "Term that should match."),
            Map.entry("weight", "Weight from 1 to 100."),
            Map.entry("podAffinityTerm", "Term that should match."),
            Map.entry("labelSelector", "Pods, by label."),
            Map.entry("namespaceSelector", "Namespaces of the pods, by label."),
            Map.entry("namespaces", "Namespaces of the pods."),
            Map.entry("namespaces[]", "A namespace."),
            Map.entry("topologyKey", "Node label whose values are the places to be beside in."),
            Map.entry("matchLabelKeys", "Keys of the pod's own labels that must be equal."),
            Map.entry("matchLabelKeys[]", "A label key."),
            Map.entry("mismatchLabelKeys", "Keys of the pod's own labels that must differ."),
            Map.entry("mismatchLabelKeys[]", "A label key."));

    @Override
    public JSONSchemaProps apply(JSONSchemaProps type, String input, KubernetesSerialization serialization) {
        type.getProperties().forEach(KubernetesTypes::complete);
        return type;
    }

    private static void complete(String name, JSONSchemaProps schema) {
        if (schema.getDescription() == null) {
            schema.setDescription(DESCRIPTIONS.get(name));
        }
        bound(schema);
        var properties = schema.getProperties();
        if (properties != null) {
            if (properties.keySet().equals(Set.of("matchLabels", "matchExpressions"))) {
                labelSelector(properties);
            }
            if (properties.containsKey("tolerationSeconds")) {
                toleration(properties);
            }
            properties.forEach(KubernetesTypes::complete);
        }
        if (schema.getItems() != null && schema.getItems().getSchema() != null) {
            complete(name + "[]", schema.getItems().getSchema());
        }
        if (schema.getAdditionalProperties() != null
                && schema.getAdditionalProperties().getSchema() != null) {
            complete(name + "{}", schema.getAdditionalProperties().getSchema());
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
                .map(TextNode::valueOf)
                .map(JsonNode.class::cast)
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
}
