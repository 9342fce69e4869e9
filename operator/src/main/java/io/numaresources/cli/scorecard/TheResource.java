package io.numaresources.cli.scorecard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.KubeletProvider;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The one resource: the cluster's, which is left as it is, or the bundle's example, which is created and deleted again. */
final class TheResource implements AutoCloseable {
    private static final Duration REMOVAL = Duration.ofSeconds(30);

    private final KubernetesClient client;
    private final Protocol protocol;
    private final boolean ours;

    private TheResource(KubernetesClient client, Protocol protocol, boolean ours) {
        this.client = client;
        this.protocol = protocol;
        this.ours = ours;
    }

    static TheResource ensure(Surroundings surroundings, Protocol protocol) {
        var client = surroundings.client();
        var existing = resource(client).get();
        if (existing != null) {
            protocol.log("tested with the resource that the cluster has; it is not changed");
            return new TheResource(client, protocol, false);
        }
        var example = harmless(Examples.of(surroundings.bundle()).getFirst());
        client.resource(Serialization.unmarshal(example.toString(), GenericKubernetesResource.class))
                .create();
        protocol.log("created the bundle's first example, with kubelets left as they are");
        return new TheResource(client, protocol, true);
    }

    /** The same without a change of kubelets: a test drains and restarts no node. */
    private static JsonNode harmless(JsonNode example) {
        JsonNode copy = example.deepCopy();
        for (JsonNode group : copy.at("/spec/nodeGroups")) {
            if (group.path("kubelet") instanceof ObjectNode kubelet) {
                kubelet.put("provider", KubeletProvider.NONE.value());
            }
        }
        return copy;
    }

    /** What the cluster has now. */
    NUMAResourcesOperator now() {
        return resource(client).get();
    }

    /** The resource once it is Ready for its present generation, empty if it isn't in time. */
    Optional<NUMAResourcesOperator> awaitReady(Duration limit) {
        try {
            var ready =
                    resource(client).waitUntilCondition(TheResource::isReady, limit.toMillis(), TimeUnit.MILLISECONDS);
            protocol.log("the resource is Ready");
            return Optional.ofNullable(ready);
        } catch (KubernetesClientTimeoutException late) {
            return Optional.empty();
        }
    }

    /** Deletes what was created. */
    @Override
    public void close() {
        if (!ours) {
            return;
        }
        resource(client).delete();
        try {
            resource(client).waitUntilCondition(gone -> gone == null, REMOVAL.toMillis(), TimeUnit.MILLISECONDS);
            protocol.log("deleted the example");
        } catch (KubernetesClientTimeoutException late) {
            protocol.error("the resource is still there " + REMOVAL.toSeconds()
                    + " s after its deletion: its finalizer waits for the operator");
        }
    }

    private static boolean isReady(@Nullable NUMAResourcesOperator resource) {
        return resource != null
                && status(resource)
                        .filter(status -> resource.getMetadata().getGeneration().equals(status.observedGeneration()))
                        .stream()
                        .flatMap(status -> status.conditions().stream())
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    static Optional<NUMAResourcesOperatorStatus> status(NUMAResourcesOperator resource) {
        return Optional.ofNullable(resource.getStatus());
    }

    private static io.fabric8.kubernetes.client.dsl.Resource<NUMAResourcesOperator> resource(KubernetesClient client) {
        return client.resources(NUMAResourcesOperator.class).withName(NUMAResourcesOperator.NAME);
    }
}
