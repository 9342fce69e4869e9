package io.numaresources.cli.scorecard;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.RelatedObject;
import java.util.Optional;

/** Reads objects that the status names; all of their groups are served as v1. */
final class RelatedObjects {
    private final KubernetesClient client;

    RelatedObjects(KubernetesClient client) {
        this.client = client;
    }

    /** The object as the server has it, empty if it has none. */
    Optional<JsonNode> read(RelatedObject related) {
        return Optional.ofNullable(client.raw(path(related)))
                .map(text -> Serialization.unmarshal(text, JsonNode.class));
    }

    static String name(RelatedObject related) {
        return related.resource() + " " + (related.namespace() == null ? "" : related.namespace() + "/")
                + related.name();
    }

    private static String path(RelatedObject related) {
        var group = related.group().isEmpty() ? "/api/v1" : "/apis/" + related.group() + "/v1";
        var namespace = related.namespace() == null ? "" : "/namespaces/" + related.namespace();
        return group + namespace + "/" + related.resource() + "/" + related.name();
    }
}
