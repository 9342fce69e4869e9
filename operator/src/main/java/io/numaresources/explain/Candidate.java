package io.numaresources.explain;

import io.numaresources.topology.NumaNode;
import java.util.Optional;

/**
 * A node for which verdicts are wanted.
 *
 * @param place labels and taints
 * @param node the node of the verdict engine; empty where there is a gap
 * @param gap why nothing can be told of it
 */
public record Candidate(NodePlace place, Optional<NumaNode> node, Optional<Gap> gap) {

    /** A node of which only what it publishes is known. */
    public static Candidate of(NodePlace place, Optional<PublishedTopology> topology) {
        return of(place, topology, NodeDetails.NONE);
    }

    /** A node of which more is known than it publishes. */
    public static Candidate of(NodePlace place, Optional<PublishedTopology> topology, NodeDetails details) {
        var gap = topology.isEmpty()
                ? Optional.of(Gap.NO_TOPOLOGY)
                : topology.get().gap().or(() -> place.ready() ? Optional.empty() : Optional.of(Gap.STALE));
        var node = gap.isPresent()
                ? Optional.<NumaNode>empty()
                : topology.map(published ->
                        details.complete(place.name(), published.rules().orElseThrow(), published.zones()));
        return new Candidate(place, node, gap);
    }

    /** The node with what is known beside its topology, for one of which only that is known. */
    public Candidate with(NodeDetails details) {
        return new Candidate(
                place, node.map(known -> details.complete(known.name(), known.rules(), known.zones())), gap);
    }

    /** Name of the node. */
    public String name() {
        return place.name();
    }
}
