package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.explain.NodeDetails;
import io.numaresources.explain.Telling;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the pods and the report of a node that refused a pod, so that the event gives the verdict of {@code kubectl numa explain}: a topology doesn't
 * tell what ended init containers hold, nor the totals of the node. Not for pods that wait, which would take the pods of all nodes.
 */
final class CloserLook {
    private static final Logger LOG = LoggerFactory.getLogger(CloserLook.class);
    private final KubernetesClient client;

    CloserLook(KubernetesClient client) {
        this.client = client;
    }

    /** What is to be told after it; a node is read once for all of it. */
    List<Telling> before(List<Telling> tellings) {
        var read = new HashMap<String, Optional<NodeDetails>>();
        return tellings.stream()
                .map(telling -> telling.node()
                        .flatMap(node -> read.computeIfAbsent(node.name(), this::read))
                        .map(telling::with)
                        .orElse(telling))
                .toList();
    }

    private Optional<NodeDetails> read(String name) {
        try {
            var node = client.nodes().withName(name).get();
            if (node == null) {
                return Optional.empty();
            }
            var pods = client.pods()
                    .inAnyNamespace()
                    .withField("spec.nodeName", name)
                    .list()
                    .getItems();
            var report = Optional.ofNullable(
                    client.resources(NUMANode.class).withName(name).get());
            return Optional.of(NodeDetails.of(node, pods, report));
        } catch (KubernetesClientException failed) {
            // what the node publishes is told all the same
            LOG.atDebug()
                    .addKeyValue("node", name)
                    .addKeyValue("error", failed.getMessage())
                    .log("node was not read for a verdict");
            return Optional.empty();
        }
    }
}
