package io.numaresources.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds what is asked about, in a cluster or in a file. */
final class Subjects {
    private static final String KINDS = "pod, deployment, statefulset, daemonset, replicaset, job or cronjob";

    private Subjects() {}

    /** An object of a cluster by kind and name, in the namespace of the client. */
    static Subject inCluster(KubernetesClient client, String kind, String name) {
        var found = find(client, kind, name);
        return Optional.ofNullable(found)
                .flatMap(Subject::of)
                .orElseThrow(() ->
                        new Failure("there is no %s %s in namespace %s: correct the name, or name the namespace with -n"
                                .formatted(kind, name, client.getNamespace())));
    }

    private static @Nullable HasMetadata find(KubernetesClient client, String kind, String name) {
        return switch (kind) {
            case "pod", "pods", "po" -> client.pods().withName(name).get();
            case "deployment", "deployments", "deploy" ->
                client.apps().deployments().withName(name).get();
            case "statefulset", "statefulsets", "sts" ->
                client.apps().statefulSets().withName(name).get();
            case "daemonset", "daemonsets", "ds" ->
                client.apps().daemonSets().withName(name).get();
            case "replicaset", "replicasets", "rs" ->
                client.apps().replicaSets().withName(name).get();
            case "job", "jobs" -> client.batch().v1().jobs().withName(name).get();
            case "cronjob", "cronjobs", "cj" ->
                client.batch().v1().cronjobs().withName(name).get();
            default -> throw new Failure("kind " + kind + " has no pods that can be explained: use " + KINDS);
        };
    }

    /** Everything with a pod spec in a file of YAML or JSON; {@code -} is standard input. */
    static List<Subject> inFile(Path file) throws IOException {
        var subjects = new ArrayList<Subject>();
        for (HasMetadata object : objects(file)) {
            Subject.of(object).ifPresent(subjects::add);
        }
        if (subjects.isEmpty()) {
            throw new Failure("-f " + file + " has nothing with pods: name a file with a " + KINDS);
        }
        return subjects;
    }

    /** The objects of a file. */
    static List<HasMetadata> objects(Path file) throws IOException {
        var objects = new ArrayList<HasMetadata>();
        for (String document : text(file).split("(?m)^---.*$")) {
            if (document.lines().allMatch(line -> line.isBlank() || line.strip().startsWith("#"))) {
                continue;
            }
            switch (read(file, document)) {
                case KubernetesList list -> objects.addAll(list.getItems());
                case HasMetadata object -> objects.add(object);
                default ->
                    throw new Failure(
                            "-f " + file + " has a document that is no Kubernetes object: give it apiVersion and kind");
            }
        }
        return objects;
    }

    private static Object read(Path file, String document) {
        try {
            return Codec.OBJECTS.unmarshal(document);
        } catch (RuntimeException e) {
            throw new Failure("-f " + file + " can't be read: " + Failure.sentence(deepest(e)), e);
        }
    }

    private static Throwable deepest(Throwable failure) {
        return failure.getCause() == null ? failure : deepest(failure.getCause());
    }

    static String text(Path file) throws IOException {
        return "-".equals(file.toString())
                ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                : Files.readString(file);
    }
}
