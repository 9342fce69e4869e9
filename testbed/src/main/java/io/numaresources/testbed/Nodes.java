package io.numaresources.testbed;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes Nodes as an administrator does, whatever their kubelets write meanwhile: an edit fails with a conflict now and then. */
public final class Nodes {
    private Nodes() {}

    /** Sets labels, and removes those without a value. */
    public static void label(KubernetesClient client, String node, Map<String, @Nullable String> labels) {
        patch(client, node, Map.of("metadata", Map.of("labels", labels)));
    }

    /** Sets annotations, and removes those without a value. */
    public static void annotate(KubernetesClient client, String node, Map<String, @Nullable String> annotations) {
        patch(client, node, Map.of("metadata", Map.of("annotations", annotations)));
    }

    /** Marks a node as unschedulable, or takes the mark away. */
    public static void cordon(KubernetesClient client, String node, boolean on) {
        patch(client, node, Map.of("spec", Map.of("unschedulable", on)));
    }

    private static void patch(KubernetesClient client, String node, Map<String, ?> merged) {
        client.nodes().withName(node).patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(merged));
    }
}
