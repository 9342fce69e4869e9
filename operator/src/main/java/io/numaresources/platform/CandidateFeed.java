package io.numaresources.platform;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.numaresources.explain.Candidate;
import io.numaresources.explain.NodePlace;
import io.numaresources.explain.PublishedTopology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Nodes and what they publish, put together from two informers. Says so when something changed that bears on verdicts, and only then. */
public final class CandidateFeed {
    private final Map<String, NodePlace> places = new HashMap<>();
    private final Map<String, PublishedTopology> topologies = new HashMap<>();
    private final Consumer<Candidate> changed;
    private final Consumer<String> gone;

    /**
     * @param changed called with a node that is new or changed, from an informer's thread
     * @param gone called with the name of a node that is gone
     */
    public CandidateFeed(Consumer<Candidate> changed, Consumer<String> gone) {
        this.changed = changed;
        this.gone = gone;
    }

    /** Follows nodes. */
    public ResourceEventHandler<NodeView> nodes() {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(NodeView node) {
                put(node.place());
            }

            @Override
            public void onUpdate(NodeView before, NodeView node) {
                put(node.place());
            }

            @Override
            public void onDelete(NodeView node, boolean finalStateUnknown) {
                remove(node.getMetadata().getName());
            }
        };
    }

    /** Follows topologies. */
    public ResourceEventHandler<TopologyView> topologies() {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(TopologyView topology) {
                put(topology.published());
            }

            @Override
            public void onUpdate(TopologyView before, TopologyView topology) {
                put(topology.published());
            }

            @Override
            public void onDelete(TopologyView topology, boolean finalStateUnknown) {
                forget(topology.getMetadata().getName());
            }
        };
    }

    /** The kind of topologies is gone. */
    public synchronized void clearTopologies() {
        List.copyOf(topologies.keySet()).forEach(this::forget);
    }

    private synchronized void put(NodePlace place) {
        if (!place.equals(places.put(place.name(), place))) {
            tell(place.name());
        }
    }

    private synchronized void put(PublishedTopology topology) {
        if (!topology.equals(topologies.put(topology.node(), topology))) {
            tell(topology.node());
        }
    }

    private synchronized void remove(String name) {
        if (places.remove(name) != null) {
            gone.accept(name);
        }
    }

    private synchronized void forget(String name) {
        if (topologies.remove(name) != null) {
            tell(name);
        }
    }

    /** A topology without a node is no place for pods. */
    private void tell(String name) {
        var place = places.get(name);
        if (place != null) {
            changed.accept(Candidate.of(place, Optional.ofNullable(topologies.get(name))));
        }
    }
}
