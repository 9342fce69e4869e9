package io.numaresources.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.testbed.Manifests;
import io.numaresources.testbed.binaries.RepositoryRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Objects of both kinds as files have them, without the Java types. */
final class ApiFiles {
    private static final String FILES = "operator/src/test/resources/api";
    private static final String SAMPLES = "config/samples";
    private static final List<String> DEFINITIONS =
            List.of("numaresourcesoperators.numaresources.io", "numanodes.numaresources.io");

    private ApiFiles() {}

    /** Creates the shipped CRDs; returns when the server serves both kinds. */
    static void define(KubernetesClient client) {
        DEFINITIONS.forEach(name -> client.resource(text(definition(name))).create());
        await(client);
    }

    /** Waits until the server serves both kinds. */
    static void await(KubernetesClient client) {
        DEFINITIONS.forEach(name -> Manifests.awaitEstablished(client, name, Duration.ofSeconds(30)));
    }

    static List<String> definitions() {
        return DEFINITIONS;
    }

    static Path definition(String name) {
        return RepositoryRoot.find().resolve("crds").resolve(name + "-v1.yml");
    }

    static Path sample(String name) {
        return RepositoryRoot.find().resolve(SAMPLES).resolve("numaresources_v1alpha1_" + name + ".yaml");
    }

    /** Test files whose names begin so, in the order of their names. */
    static List<Path> files(String prefix) {
        try (var all = Files.list(RepositoryRoot.find().resolve(FILES))) {
            return all.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Collection of the object's kind. */
    static String path(JsonNode object) {
        return "/apis/" + object.path("apiVersion").asText() + "/"
                + object.path("kind").asText().toLowerCase(Locale.ROOT) + "s";
    }

    /** Creates the object as {@code kubectl create} does, which refuses unknown fields; answers what the server stored or would store. */
    static JsonNode create(KubernetesClient client, JsonNode object, boolean dryRun) {
        var query = "?fieldValidation=Strict" + (dryRun ? "&dryRun=All" : "");
        return Serialization.unmarshal(client.raw(path(object) + query, "POST", object), JsonNode.class);
    }

    static JsonNode read(Path file) {
        return Serialization.unmarshal(text(file), JsonNode.class);
    }
}
