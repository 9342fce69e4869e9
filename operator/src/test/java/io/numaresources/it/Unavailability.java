package io.numaresources.it;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Watches how many of some nodes are cordoned at a time; every change is seen, none is sampled. */
final class Unavailability implements AutoCloseable {
    private final KubernetesClient client;
    private final Set<String> cordoned = new HashSet<>();
    private final SharedIndexInformer<Node> informer;
    private int most;

    private Unavailability(KubernetesClient client, List<String> nodes) {
        this.client = client;
        informer = client.nodes().inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Node node) {
                seen(node, nodes);
            }

            @Override
            public void onUpdate(Node before, Node node) {
                seen(node, nodes);
            }

            @Override
            public void onDelete(Node node, boolean unknown) {
                // no test deletes a node
            }
        });
    }

    static Unavailability watch(KubernetesClient client, List<String> nodes) {
        return new Unavailability(client, nodes);
    }

    /** The most that were cordoned at a time. */
    synchronized int most() {
        return most;
    }

    @Override
    public void close() {
        informer.close();
        client.close();
    }

    private synchronized void seen(Node node, List<String> nodes) {
        String name = node.getMetadata().getName();
        if (!nodes.contains(name)) {
            return;
        }
        if (Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
            cordoned.add(name);
        } else {
            cordoned.remove(name);
        }
        most = Math.max(most, cordoned.size());
    }
}
