package io.numaresources.packaging.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.packaging.GeneratedFiles;
import io.numaresources.packaging.Release;
import io.numaresources.packaging.Rendering;
import io.numaresources.packaging.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The files of a registry+v1 bundle. */
public final class Bundle {
    private static final String SAMPLES = "config/samples/numaresources_v1alpha1_";
    private static final Set<String> ABSORBED = Set.of(
            "ClusterServiceVersion",
            "Namespace",
            "ServiceAccount",
            "Role",
            "RoleBinding",
            "ClusterRoleBinding",
            "Deployment",
            "Configuration",
            "NUMAResourcesOperator");

    private final Rendering rendering;
    private final Path root;
    private final Release release;

    /** From what config/manifests renders. */
    public Bundle(Rendering rendering, Path root, Release release) {
        this.rendering = rendering;
        this.root = root;
        this.release = release;
    }

    /**
     * All files, also those beside the bundle.
     *
     * @throws IllegalStateException if an object is of a kind that has no place in a bundle
     */
    public GeneratedFiles files() {
        var texts = new TreeMap<String, String>();
        texts.putAll(manifests());
        texts.put("metadata/annotations.yaml", BundleMetadata.annotations());
        texts.put(
                "tests/scorecard/config.yaml",
                Yaml.of(rendering.all("Configuration").findFirst().orElseThrow()));
        return GeneratedFiles.in("bundle", texts)
                .and(GeneratedFiles.file("bundle.Dockerfile", BundleMetadata.dockerfile()))
                .and(GeneratedFiles.file("deploy/catalog/basic.yaml", CatalogTemplate.of(release, icon())));
    }

    private Map<String, String> manifests() {
        var permissions = Permissions.of(rendering);
        var texts = new TreeMap<String, String>();
        texts.put(
                "manifests/" + Release.NAME + ".clusterserviceversion.yaml",
                Yaml.of(new ServiceVersion(rendering, permissions, release).build(examples(), icon())));
        for (JsonNode object : rendering.objects()) {
            var kind = object.path("kind").asText();
            if (kind.equals("CustomResourceDefinition")) {
                var names = object.path("spec");
                texts.put(
                        "manifests/%s_%s.yaml"
                                .formatted(
                                        names.path("group").asText(),
                                        names.at("/names/plural").asText()),
                        Yaml.of(object));
            } else if (kind.equals("ClusterRole")) {
                role(object, permissions, texts);
            } else if (!ABSORBED.contains(kind)) {
                throw new IllegalStateException(kind + " has no place in a bundle");
            }
        }
        return texts;
    }

    /** Roles of the operator are in the CSV; others, for people, are files. */
    private static void role(JsonNode object, Permissions permissions, Map<String, String> texts) {
        var name = object.at("/metadata/name").asText();
        if (!permissions.absorbs(name)) {
            texts.put("manifests/" + name + "_rbac.authorization.k8s.io_v1_clusterrole.yaml", Yaml.of(object));
        }
    }

    /** The samples by name, the one to begin with first. */
    private Map<String, JsonNode> examples() {
        var examples = new LinkedHashMap<String, JsonNode>();
        for (var name : List.of("minimal", "full")) {
            examples.put(name, Serialization.unmarshal(read(SAMPLES + name + ".yaml"), JsonNode.class));
        }
        return examples;
    }

    private String icon() {
        return read("config/manifests/bases/icon.svg");
    }

    private String read(String path) {
        try {
            return Files.readString(root.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
