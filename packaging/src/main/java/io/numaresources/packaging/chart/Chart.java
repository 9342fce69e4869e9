package io.numaresources.packaging.chart;

import com.fasterxml.jackson.databind.JsonNode;
import io.numaresources.packaging.GeneratedFiles;
import io.numaresources.packaging.Release;
import io.numaresources.packaging.Rendering;
import io.numaresources.packaging.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The Helm chart: the objects of config/, with values where people want to choose. */
public final class Chart {
    private static final String FOLDER = "deploy/helm";

    private final Rendering install;
    private final Rendering prometheus;
    private final Rendering networkPolicy;
    private final Release release;

    /** From what config/default, config/prometheus and config/network-policy render. */
    public Chart(Rendering install, Rendering prometheus, Rendering networkPolicy, Release release) {
        this.install = install;
        this.prometheus = prometheus;
        this.networkPolicy = networkPolicy;
        this.release = release;
    }

    /** All files. */
    public GeneratedFiles files() {
        var deployment = install.all("Deployment").findFirst().orElseThrow();
        var image = ImageName.of(
                deployment.at("/spec/template/spec/containers/0/image").asText());
        var texts = new TreeMap<String, String>();
        texts.put("Chart.yaml", resource("Chart.yaml").replace("@version@", release.version()));
        texts.put(
                "values.yaml",
                resource("values.yaml")
                        .replace("@repository@", image.repository())
                        .replace("@tag@", image.tag()));
        texts.put("values.schema.json", resource("values.schema.json"));
        texts.put("templates/NOTES.txt", resource("NOTES.txt"));
        for (var crd : install.all("CustomResourceDefinition").toList()) {
            var name = crd.at("/spec/names/plural").asText();
            texts.put("templates/crd-" + name + ".yaml", Templates.crd(crd));
        }
        texts.put("templates/deployment.yaml", Templates.deployment(deployment));
        texts.put("templates/rbac.yaml", rbac());
        texts.put("templates/monitor.yaml", guarded("metrics.serviceMonitor.enabled", prometheus));
        texts.put("templates/network-policy.yaml", guarded("networkPolicy.enabled", networkPolicy));
        return GeneratedFiles.in(FOLDER, texts);
    }

    private String rbac() {
        return install.objects().stream()
                .filter(object -> !object.path("kind").asText().matches("CustomResourceDefinition|Deployment"))
                // Helm's user makes the namespace of the release
                .filter(object ->
                        !Release.NAMESPACE.equals(object.at("/metadata/name").asText())
                                || !object.path("kind").asText().equals("Namespace"))
                .map(Chart::object)
                .collect(Collectors.joining("---\n"));
    }

    private static String guarded(String value, Rendering rendering) {
        return "{{- if .Values." + value + " }}\n"
                + rendering.objects().stream().map(Chart::object).collect(Collectors.joining("---\n"))
                + "{{- end }}\n";
    }

    private static String object(JsonNode object) {
        return Templates.inReleaseNamespace(Templates.literal(Yaml.of(object)));
    }

    private static String resource(String name) {
        try (InputStream in = Chart.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An image with a tag. */
    private record ImageName(String repository, String tag) {
        static ImageName of(String image) {
            int colon = image.lastIndexOf(':');
            if (colon < image.lastIndexOf('/')) {
                throw new IllegalArgumentException("the image needs a tag: " + image);
            }
            return new ImageName(image.substring(0, colon), image.substring(colon + 1));
        }
    }
}
