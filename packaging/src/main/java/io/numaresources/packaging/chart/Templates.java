package io.numaresources.packaging.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.numaresources.packaging.Release;
import io.numaresources.packaging.Yaml;
import java.util.LinkedHashMap;
import java.util.Map;

/** Objects as Helm templates: a marker in the object, the template's text in its place in the YAML. */
final class Templates {
    private static final String MARK = "zz-template-";

    private Templates() {}

    /** Kept on uninstall unless asked otherwise, since deleting a CRD deletes every object of its kind. */
    static String crd(JsonNode definition) {
        ObjectNode copy = definition.deepCopy();
        annotations(copy).put(MARK, "keep");
        var text = escaped(Yaml.of(copy)).replace("    " + MARK + ": keep\n", """
                            {{- if .Values.crds.keep }}
                            helm.sh/resource-policy: keep
                            {{- end }}
                            app.kubernetes.io/part-of: numaresources
                        """);
        return "{{- if .Values.crds.enabled }}\n" + text + "{{- end }}\n";
    }

    static String deployment(JsonNode deployment) {
        ObjectNode copy = deployment.deepCopy();
        var replacements = new LinkedHashMap<String, String>();
        ((ObjectNode) copy.get("spec")).put("replicas", MARK + "replicas");
        replacements.put("replicas: " + MARK + "replicas", "replicas: {{ .Values.replicas }}");
        var template = (ObjectNode) copy.at("/spec/template");
        annotations(template).put(MARK, "annotations");
        replacements.put("        " + MARK + ": annotations\n", block("podAnnotations", 8));
        var pod = (ObjectNode) template.get("spec");
        pod.put("priorityClassName", MARK + "priority");
        replacements.put(MARK + "priority", "{{ .Values.priorityClassName }}");
        pod.put("affinity", MARK + "affinity");
        replacements.put("      affinity: " + MARK + "affinity\n", section("affinity", 6));
        pod.put("tolerations", MARK + "tolerations");
        replacements.put(
                "      tolerations: " + MARK + "tolerations\n",
                section("tolerations", 6) + section("nodeSelector", 6) + section("imagePullSecrets", 6));
        var container = (ObjectNode) pod.at("/containers/0");
        container.put("image", MARK + "image");
        replacements.put(
                MARK + "image",
                "\"{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag }}{{ end }}\"\n          imagePullPolicy: {{ .Values.image.pullPolicy }}");
        container.withArray("env").addObject().put("name", MARK + "env");
        // compared as text: with --reuse-values an older release has no such value, and metrics must not open
        replacements.put("        - name: " + MARK + "env\n", """
                        {{- if eq (toString .Values.metrics.authenticated) "false" }}
                        - {name: NUMARESOURCES_METRICS_AUTHENTICATED, value: "false"}
                        {{- end }}
                """ + block("env", 8));
        container.put("resources", MARK + "resources");
        var indent = "          ";
        replacements.put(indent + "resources: " + MARK + "resources\n", section("resources", 10));
        return inReleaseNamespace(replace(Yaml.of(copy), replacements, container));
    }

    /** Everything that is in the namespace of the files is in the namespace of the Helm release. */
    static String inReleaseNamespace(String yaml) {
        return yaml.replace("namespace: " + Release.NAMESPACE + "\n", "namespace: {{ .Release.Namespace }}\n");
    }

    /** Alerts have templates of Prometheus in their texts, which Helm leaves to it. */
    static String literal(String yaml) {
        return yaml.replace("{{", "{{ \"{{\" }}");
    }

    private static String replace(String yaml, Map<String, String> replacements, JsonNode container) {
        var text = yaml;
        // the list of containers is not indented beyond its key
        int shift = text.contains("\n      containers:\n      - ") ? 2 : 0;
        for (var entry : replacements.entrySet()) {
            var from = shifted(entry.getKey(), shift);
            var to = shifted(entry.getValue(), shift);
            if (!text.contains(from)) {
                throw new IllegalStateException("no place for " + entry.getValue() + " in " + container.path("name"));
            }
            text = text.replace(from, to);
        }
        if (text.contains(MARK)) {
            throw new IllegalStateException("a marker is left in\n" + text);
        }
        return text;
    }

    /** Lines of the container, which are the only ones ten deep, moved to the left. */
    private static String shifted(String text, int shift) {
        return text.replaceAll("(?m)^ {10}", " ".repeat(10 - shift)).replace("nindent 12", "nindent " + (12 - shift));
    }

    private static String section(String value, int depth) {
        var indent = " ".repeat(depth);
        return """
                %1$s{{- with .Values.%2$s }}
                %1$s%2$s:
                %1$s  {{- toYaml . | nindent %3$d }}
                %1$s{{- end }}
                """.formatted(indent, value, depth + 2);
    }

    private static String block(String value, int depth) {
        var indent = " ".repeat(depth);
        return """
                %1$s{{- with .Values.%2$s }}
                %1$s{{- toYaml . | nindent %3$d }}
                %1$s{{- end }}
                """.formatted(indent, value, depth);
    }

    private static ObjectNode annotations(ObjectNode object) {
        return object.withObject("metadata").withObject("annotations");
    }

    private static String escaped(String yaml) {
        if (yaml.contains("{{")) {
            throw new IllegalStateException("Helm would take {{ of a CRD for a template");
        }
        return yaml;
    }
}
