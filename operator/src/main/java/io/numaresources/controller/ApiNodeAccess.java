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

/** Through the API server. */
final class ApiNodeAccess implements NodeAccess {
    private final KubernetesClient client;
    private final RequestConfig onlyOnce;

    ApiNodeAccess(KubernetesClient client) {
        this.client = client;
        // the client would ask again for minutes where a PodDisruptionBudget refuses, and hold up the other nodes
        onlyOnce = new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withRequestRetryBackoffLimit(0)
                .build();
    }

    @Override
    public Optional<Node> node(String name) {
        return Optional.ofNullable(client.nodes().withName(name).get());
    }

    @Override
    public void cordon(String name, boolean on) {
        client.nodes()
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"unschedulable\":" + (on ? "true" : "null") + "}}");
    }

    @Override
    public List<Pod> pods(String node) {
        return client.pods()
                .inAnyNamespace()
                .withField("spec.nodeName", node)
                .list()
                .getItems();
    }

    @Override
    public boolean evict(Pod pod) {
        return client.adapt(NamespacedKubernetesClient.class)
                        .withRequestConfig(onlyOnce)
                        .call(once -> once.pods().resource(pod).evict())
                || client.pods().resource(pod).get() == null;
    }

    @Override
    public void delete(Pod pod) {
        client.pods().resource(pod).delete();
    }
}
