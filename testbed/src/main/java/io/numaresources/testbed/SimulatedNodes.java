package io.numaresources.testbed;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Creates nodes without machines: simnode admits pods on those with a shape as their kubelet would, kwok admits every pod on plain ones. */
public final class SimulatedNodes {

    /** Annotation with the name of the machine shape that simnode gives a node. */
    public static final String MACHINE = "testbed.numaresources.io/machine";

    private static final String KWOK = "kwok.x-k8s.io/node";
    private static final long READY_SECONDS = 30;

    private SimulatedNodes() {}

    /** Creates nodes SHAPE-0, SHAPE-1 ... of a machine shape and waits until they are Ready; returns their names. */
    public static List<String> create(KubernetesClient client, String shape, int count, Map<String, String> labels) {
        return create(client, shape, shape, count, labels);
    }

    /** Creates nodes PREFIX-0, PREFIX-1 ... of a machine shape and waits until they are Ready; returns their names. */
    public static List<String> create(
            KubernetesClient client, String prefix, String shape, int count, Map<String, String> labels) {
        return create(client, prefix, count, Map.of(MACHINE, shape), labels);
    }

    /** Creates nodes PREFIX-0, PREFIX-1 ... that have no machine and waits until they are Ready; returns their names. */
    public static List<String> createPlain(
            KubernetesClient client, String prefix, int count, Map<String, String> labels) {
        return create(client, prefix, count, Map.of(KWOK, "fake"), labels);
    }

    /** A node without a machine, for whoever creates it. */
    public static Node plain(String name, Map<String, String> labels) {
        return node(name, Map.of(KWOK, "fake"), labels);
    }

    private static List<String> create(
            KubernetesClient client,
            String prefix,
            int count,
            Map<String, String> annotations,
            Map<String, String> labels) {
        var nodes = IntStream.range(0, count)
                .mapToObj(i -> node(prefix + "-" + i, annotations, labels))
                .toList();
        nodes.forEach(node -> client.resource(node).create());
        nodes.forEach(node -> client.resource(node).waitUntilReady(READY_SECONDS, TimeUnit.SECONDS));
        return nodes.stream().map(node -> node.getMetadata().getName()).toList();
    }

    private static Node node(String name, Map<String, String> annotations, Map<String, String> labels) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withAnnotations(annotations)
                .addToLabels("kubernetes.io/hostname", name)
                .addToLabels("kubernetes.io/os", "linux")
                .addToLabels("kubernetes.io/arch", "amd64")
                .addToLabels("node-role.kubernetes.io/worker", "")
                .addToLabels(labels)
                .endMetadata()
                .build();
    }
}
