package io.numaresources.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.numaresources.stack.StackLabels;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes out of objects and logs what a bug report doesn't need and its sender may not want to give. */
final class Redaction {
    static final String GONE = "REDACTED";

    /** Fields that are left out wherever they are. */
    private static final Set<String> DROPPED = Set.of(
            "managedFields",
            "images",
            "addresses",
            "providerID",
            "podCIDR",
            "podCIDRs",
            "machineID",
            "systemUUID",
            "bootID",
            "hostIP",
            "hostIPs",
            "podIP",
            "podIPs",
            "clusterIP",
            "clusterIPs");
    /** Fields of containers that are not ours, which may hold anything. */
    private static final Set<String> DROPPED_OF_OTHERS = Set.of(
            "command", "args", "envFrom", "volumes", "lifecycle", "livenessProbe", "readinessProbe", "startupProbe");

    private static final Set<String> ANNOTATIONS_KEPT =
            Set.of("numaresources.io", "topology.node.k8s.io", "deployment.kubernetes.io");

    private static final Pattern CREDENTIAL =
            Pattern.compile("(?i)((?:authorization[\"']?\\s*[:=]\\s*[\"']?(?:bearer\\s+|basic\\s+)?|bearer\\s+"
                    + "|(?:password|passwd|token|secret|api[-_]?key)[\"']?\\s*[:=]\\s*[\"']?))[^\\s\"',}]+");
    private static final Pattern WEB_TOKEN =
            Pattern.compile("eyJ[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]*)?");
    private static final Pattern ADDRESS = Pattern.compile("\\b(?:\\d{1,3}\\.){3}\\d{1,3}\\b");

    private Redaction() {}

    /** A copy of an object without them. */
    static JsonNode object(HasMetadata object) {
        JsonNode tree = Codec.JSON.valueToTree(object);
        var labels = object.getMetadata().getLabels();
        boolean ours = labels != null && StackLabels.OPERATOR.equals(labels.get(StackLabels.MANAGED_BY))
                || labels != null && StackLabels.OPERATOR.equals(labels.get(StackLabels.NAME));
        clean(tree, ours);
        if (tree.path("metadata") instanceof ObjectNode metadata) {
            annotations(metadata);
        }
        return tree;
    }

    /** A log without them. */
    static String log(@Nullable String text) {
        if (text == null) {
            return "";
        }
        var cleaned = CREDENTIAL.matcher(text).replaceAll("$1" + GONE);
        cleaned = WEB_TOKEN.matcher(cleaned).replaceAll(GONE);
        return ADDRESS.matcher(cleaned).replaceAll("x.x.x.x");
    }

    private static void clean(JsonNode tree, boolean ours) {
        if (tree instanceof ObjectNode object) {
            object.remove(DROPPED);
            if (!ours) {
                object.remove(DROPPED_OF_OTHERS);
            }
            if (object.path("env").isArray()) {
                object.path("env").forEach(Redaction::value);
            }
            texts(object);
        }
        tree.forEach(child -> clean(child, ours));
    }

    private static void value(JsonNode variable) {
        if (variable instanceof ObjectNode object && object.has("value")) {
            object.put("value", GONE);
        }
    }

    /** Messages and scripts may quote credentials. */
    private static void texts(ObjectNode object) {
        var names = new ArrayList<String>();
        object.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            if (object.get(name) instanceof TextNode text) {
                object.put(name, CREDENTIAL.matcher(text.textValue()).replaceAll("$1" + GONE));
            }
        }
    }

    private static void annotations(ObjectNode metadata) {
        if (metadata.path("annotations") instanceof ObjectNode annotations) {
            var names = new ArrayList<String>();
            annotations.fieldNames().forEachRemaining(names::add);
            List<String> others = names.stream()
                    .filter(name -> ANNOTATIONS_KEPT.stream().noneMatch(name::startsWith))
                    .toList();
            annotations.remove(others);
            if (annotations.isEmpty()) {
                metadata.remove("annotations");
            }
        }
    }
}
