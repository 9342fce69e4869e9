package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Optional;

/** A node that is being changed: read whole, cordoned, its pods. Only such nodes are read like this. */
final class NodeAccess {
    private final KubernetesClient client;
    private final RequestConfig onlyOnce;

    NodeAccess(KubernetesClient client) {
        this.client = client;
        // the client would ask again for minutes where a PodDisruptionBudget refuses, and hold up the other nodes
        onlyOnce = new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withRequestRetryBackoffLimit(0)
                .build();
    }

    Optional<Node> node(String name) {
        return Optional.ofNullable(client.nodes().withName(name).get());
    }

    static boolean cordoned(Node node) {
        return node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    }

    void cordon(String name, boolean on) {
        client.nodes()
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"unschedulable\":" + (on ? "true" : "null") + "}}");
    }

    List<Pod> pods(String node) {
        return client.pods()
                .inAnyNamespace()
                .withField("spec.nodeName", node)
                .list()
                .getItems();
    }

    /** Whether the eviction was accepted, or the pod is gone; false where a PodDisruptionBudget refuses it now. */
    boolean evict(Pod pod) {
        return client.adapt(NamespacedKubernetesClient.class)
                        .withRequestConfig(onlyOnce)
                        .call(once -> once.pods().resource(pod).evict())
                || client.pods().resource(pod).get() == null;
    }

    void delete(Pod pod) {
        client.pods().resource(pod).delete();
    }
}
