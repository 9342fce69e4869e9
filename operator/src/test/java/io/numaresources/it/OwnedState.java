package io.numaresources.it;

import static io.numaresources.it.Installation.stored;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The objects that an installation owns, as they should be: without what the API server adds and what tells when something happened. */
final class OwnedState {
    private static final List<String> SERVER_SIDE = List.of(
            "managedFields",
            "resourceVersion",
            "uid",
            "generation",
            "creationTimestamp",
            "ownerReferences",
            "selfLink",
            "status",
            "clusterIP",
            "clusterIPs",
            "deployment.kubernetes.io/revision",
            "deprecated.daemonset.template.generation",
            "numaresources.io/restart");

    private OwnedState() {}

    /** What the status says that the operator owns, by kind and name; an object that is missing is empty. */
    static Map<String, String> of(KubernetesClient client) {
        var state = new TreeMap<String, String>();
        stored(client).getStatus().relatedObjects().forEach(related -> {
            var object = Objects.find(client, related);
            state.put(
                    related.resource() + " " + related.namespace() + "/" + related.name(),
                    object == null
                            ? ""
                            : comparable(client.getKubernetesSerialization().convertValue(object, JsonNode.class)));
        });
        return state;
    }

    private static String comparable(JsonNode object) {
        for (var field : SERVER_SIDE) {
            object.findParents(field).forEach(parent -> ((ObjectNode) parent).remove(field));
        }
        var metadata = (ObjectNode) object.get("metadata");
        // an object that was made anew has annotations only where somebody annotated it
        if (metadata.path("annotations").isEmpty()) {
            metadata.remove("annotations");
        }
        return object.toString();
    }
}
