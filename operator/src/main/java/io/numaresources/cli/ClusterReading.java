package io.numaresources.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.cli.validate.ClusterState;
import io.numaresources.cli.validate.ClusterState.Configuration;
import io.numaresources.cli.validate.ClusterState.KubeletReading;
import io.numaresources.cli.validate.ClusterState.Unreadable;
import io.numaresources.guard.Rejection;
import io.numaresources.stack.TopologyFacts;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads what the checks of {@code validate} look at. */
final class ClusterReading {
    private static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";
    /** Kubelets asked at once. */
    private static final int AT_ONCE = 16;
    /** Namespace of the operands tells whose a topology is, which no check asks for. */
    private static final String ANY_NAMESPACE = "";

    private ClusterReading() {}

    static ClusterState of(KubernetesClient client, Snapshot snapshot) {
        var judged = judged(snapshot);
        return new ClusterState(
                client.getKubernetesVersion().getGitVersion(),
                Detected.definition(client),
                snapshot.resource(),
                snapshot.nodes().stream()
                        .map(node -> node.getMetadata().getName())
                        .toList(),
                judged,
                kubelets(client, judged.keySet()),
                snapshot.topologies().entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, view -> view.getValue().published())),
                snapshot.topologies().values().stream()
                        .map(view -> view.facts(ANY_NAMESPACE))
                        .collect(Collectors.toMap(TopologyFacts::name, Function.identity())),
                snapshot.topologies().entrySet().stream()
                        .filter(view -> !view.getValue().fingerprint().isEmpty())
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toUnmodifiableSet()),
                snapshot.reports(),
                snapshot.pods().values().stream()
                        .flatMap(pods -> pods.stream().flatMap(pod -> Rejection.of(pod).stream()))
                        .collect(Collectors.groupingBy(
                                Rejection::node, Collectors.mapping(Rejection::key, Collectors.toList()))));
    }

    private static Map<String, String> judged(Snapshot snapshot) {
        if (snapshot.resource().isPresent()) {
            return new TreeMap<>(snapshot.groups());
        }
        return snapshot.nodes().stream()
                .filter(node -> !controlPlane(node))
                .collect(Collectors.toMap(node -> node.getMetadata().getName(), node -> "", (a, b) -> a, TreeMap::new));
    }

    private static boolean controlPlane(Node node) {
        var labels = node.getMetadata().getLabels();
        return labels != null && labels.containsKey(CONTROL_PLANE);
    }

    private static Map<String, KubeletReading> kubelets(KubernetesClient client, Iterable<String> nodes) {
        var readings = new TreeMap<String, KubeletReading>();
        var turns = new Semaphore(AT_ONCE);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new TreeMap<String, Future<KubeletReading>>();
            for (String node : nodes) {
                running.put(node, threads.submit(() -> {
                    turns.acquire();
                    try {
                        return kubelet(client, node);
                    } finally {
                        turns.release();
                    }
                }));
            }
            for (var reading : running.entrySet()) {
                readings.put(reading.getKey(), reading.getValue().get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted while kubelets are asked: try again", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a kubelet can't be asked", e);
        }
        return readings;
    }

    private static KubeletReading kubelet(KubernetesClient client, String node) {
        try {
            var answer = client.raw("/api/v1/nodes/" + node + "/proxy/configz");
            var tree = answer == null
                    ? Map.<String, Map<String, Object>>of()
                    : Codec.JSON.readValue(answer, new TypeReference<Map<String, Map<String, Object>>>() {});
            var fields = tree.get("kubeletconfig");
            return fields == null ? new Unreadable("its configz has no kubeletconfig") : new Configuration(fields);
        } catch (KubernetesClientException e) {
            return new Unreadable(e.getCode() == 0 ? Failure.sentence(e) : "HTTP " + e.getCode());
        } catch (JsonProcessingException e) {
            return new Unreadable("its configz is no JSON");
        }
    }
}
