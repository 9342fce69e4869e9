package io.numaresources.testbed;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** YAML files applied on the server's side. */
public final class Manifests {

    private final KubernetesClient client;

    /** Applies as the user of a client. */
    public Manifests(KubernetesClient client) {
        this.client = client;
    }

    /** Server-side applies files, or the YAML files of folders in the order of their names. */
    public void apply(Path... filesOrFolders) {
        Stream.of(filesOrFolders).flatMap(path -> files(path).stream()).forEach(this::applyFile);
    }

    /** Waits until the server serves the kind of a CustomResourceDefinition. */
    public static void awaitEstablished(KubernetesClient client, String name, Duration limit) {
        client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(name)
                .waitUntilCondition(Manifests::established, limit.toSeconds(), TimeUnit.SECONDS);
    }

    private void applyFile(Path file) {
        try (var stream = Files.newInputStream(file)) {
            client.load(stream).items().forEach(this::applyObject);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private void applyObject(HasMetadata object) {
        client.resource(object)
                .fieldManager(Clients.USER_AGENT)
                .forceConflicts()
                .serverSideApply();
        if (object instanceof CustomResourceDefinition definition) {
            awaitEstablished(client, definition.getMetadata().getName(), Duration.ofSeconds(10));
        }
    }

    private static boolean established(CustomResourceDefinition definition) {
        return definition != null
                && definition.getStatus() != null
                && definition.getStatus().getConditions() != null
                && definition.getStatus().getConditions().stream()
                        .anyMatch(c -> "Established".equals(c.getType()) && "True".equals(c.getStatus()));
    }

    private static List<Path> files(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (var files = Files.list(path)) {
            return files.filter(Manifests::isManifest).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + path, e);
        }
    }

    private static boolean isManifest(Path file) {
        var name = file.getFileName().toString();
        return name.matches(".*\\.ya?ml") && !name.equals("kustomization.yaml");
    }
}
