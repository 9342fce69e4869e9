package io.numaresources.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.stack.StackLabels;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** Reads everything for a bug report, redacted; what can't be read is noted and the rest goes on. */
final class Gathering {
    private static final int LARGEST_LIST = 2000;

    private final KubernetesClient client;
    private final String namespace;
    private final int lines;
    private final SortedMap<String, String> files = new TreeMap<>();
    private final StringBuilder errors = new StringBuilder();
    private int failures;

    Gathering(KubernetesClient client, String namespace, int lines) {
        this.client = client;
        this.namespace = namespace;
        this.lines = lines;
        cluster();
        operands();
        logs();
        if (failures > 0) {
            files.put("errors.txt", errors.toString());
        }
    }

    /** Texts by path in the archive. */
    SortedMap<String, String> files() {
        return files;
    }

    int failures() {
        return failures;
    }

    private void cluster() {
        add("detect.yaml", () -> Format.yaml(Detected.in(client)));
        add("validate.json", () -> ValidateReport.json(ValidateCommand.found(client)));
        list(
                "numaresourcesoperators.yaml",
                () -> client.resources(NUMAResourcesOperator.class).list().getItems());
        list("numanodes.yaml", () -> client.resources(NUMANode.class).list().getItems());
        list("nodes.yaml", () -> client.nodes().list().getItems());
        list(
                "noderesourcetopologies.yaml",
                () -> client.genericKubernetesResources("topology.node.k8s.io/v1alpha2", "NodeResourceTopology")
                        .list()
                        .getItems());
        list("pods-of-the-schedulers.yaml", this::scheduledPods);
        list(
                "events-default.yaml",
                () -> client.v1().events().inNamespace("default").list().getItems());
    }

    /** Pods that wait for a scheduler of ours or that a kubelet refused. */
    private List<Pod> scheduledPods() {
        var names = Snapshot.resource(client)
                .map(resource -> SchedulerNames.of(resource.getSpec().scheduler()))
                .orElse(List.of());
        return names.stream()
                .flatMap(name ->
                        client.pods().inAnyNamespace().withField("spec.schedulerName", name).list().getItems().stream())
                .filter(pod -> !"Running".equals(pod.getStatus().getPhase()))
                .filter(pod -> !"Succeeded".equals(pod.getStatus().getPhase()))
                .toList();
    }

    private void operands() {
        var folder = "namespaces/" + namespace + "/";
        list(
                folder + "deployments.yaml",
                () -> client.apps().deployments().inNamespace(namespace).list().getItems());
        list(
                folder + "daemonsets.yaml",
                () -> client.apps().daemonSets().inNamespace(namespace).list().getItems());
        list(
                folder + "pods.yaml",
                () -> client.pods().inNamespace(namespace).list().getItems());
        list(
                folder + "events.yaml",
                () -> client.v1().events().inNamespace(namespace).list().getItems());
        list(
                folder + "leases.yaml",
                () -> client.leases().inNamespace(namespace).list().getItems());
        list(
                folder + "configmaps.yaml",
                () -> client.configMaps()
                        .inNamespace(namespace)
                        .withLabel(StackLabels.MANAGED_BY, StackLabels.OPERATOR)
                        .list()
                        .getItems());
    }

    private void logs() {
        List<Pod> pods;
        try {
            pods = client.pods().inNamespace(namespace).list().getItems();
        } catch (KubernetesClientException e) {
            // noted when pods.yaml was read
            return;
        }
        for (Pod pod : pods) {
            var name = pod.getMetadata().getName();
            pod.getSpec()
                    .getContainers()
                    .forEach(container -> add(
                            "namespaces/%s/logs/%s_%s.log".formatted(namespace, name, container.getName()),
                            () -> Redaction.log(client.pods()
                                    .inNamespace(namespace)
                                    .withName(name)
                                    .inContainer(container.getName())
                                    .tailingLines(lines)
                                    .getLog())));
        }
    }

    private void list(String path, Callable<List<? extends HasMetadata>> list) {
        add(path, () -> {
            var objects = list.call();
            var text = objects.stream()
                    .limit(LARGEST_LIST)
                    .map(object -> Codec.OBJECTS.asYaml(Redaction.object(object)))
                    .collect(Collectors.joining());
            return objects.size() <= LARGEST_LIST
                    ? text
                    : "# the first %d of %d%n".formatted(LARGEST_LIST, objects.size()) + text;
        });
    }

    private void add(String path, Callable<String> text) {
        try {
            files.put(path, text.call());
        } catch (Exception e) {
            failures++;
            errors.append(path).append(": ").append(Failure.sentence(e)).append('\n');
        }
    }
}
