package io.numaresources.testbed.scheduler;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/** Finds the scheduler configuration that a pod's container sees in a ConfigMap volume. */
final class PodConfiguration {

    private static final String DEFAULT_KEY = "scheduler-config.yaml";

    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    private final KubernetesClient client;

    PodConfiguration(KubernetesClient client) {
        this.client = client;
    }

    /** The container that runs the scheduler: the one with a --config flag, otherwise the first. */
    static Container container(Pod pod) {
        var containers = pod.getSpec().getContainers();
        return containers.stream()
                .filter(c -> ContainerArguments.of(c).value("--config").isPresent())
                .findFirst()
                .orElseGet(containers::getFirst);
    }

    /**
     * The text of the file.
     *
     * @throws IllegalStateException if the pod mounts no such file, as a kubelet would refuse it too
     */
    String read(Pod pod) {
        var container = container(pod);
        var path = ContainerArguments.of(container).value("--config");
        var mount = mount(container, path)
                .orElseThrow(() ->
                        new IllegalStateException(name(pod) + " mounts nothing at " + path.orElse("a configuration")));
        var source = pod.getSpec().getVolumes().stream()
                .filter(volume -> volume.getName().equals(mount.getName()) && volume.getConfigMap() != null)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name(pod) + " has no ConfigMap volume " + mount.getName()))
                .getConfigMap();
        var file = path.map(p -> Path.of(p).getFileName().toString()).orElse(DEFAULT_KEY);
        var key = source.getItems().stream()
                .filter(item -> item.getPath().equals(file))
                .map(item -> item.getKey())
                .findFirst()
                .orElse(file);
        var map = client.configMaps()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(source.getName())
                .get();
        if (map == null || map.getData() == null || !map.getData().containsKey(key)) {
            throw new IllegalStateException("ConfigMap " + source.getName() + " has no key " + key);
        }
        return map.getData().get(key);
    }

    /** The configuration with a kubeconfig, since there is no in-cluster access outside a pod; nothing else is changed. */
    static String withKubeconfig(String configuration, Path kubeconfig) {
        try {
            var root = (ObjectNode) YAML.readTree(configuration);
            root.withObjectProperty("clientConnection").put("kubeconfig", kubeconfig.toString());
            return YAML.writeValueAsString(root);
        } catch (JsonProcessingException | ClassCastException e) {
            throw new IllegalStateException("the scheduler configuration is no YAML object", e);
        }
    }

    private static Optional<VolumeMount> mount(Container container, Optional<String> path) {
        return container.getVolumeMounts().stream()
                .filter(mount -> path.map(p -> Path.of(p).startsWith(mount.getMountPath()))
                        .orElse(true))
                .max(Comparator.comparingInt(mount -> mount.getMountPath().length()));
    }

    private static String name(Pod pod) {
        return "pod " + pod.getMetadata().getNamespace() + "/"
                + pod.getMetadata().getName();
    }
}
