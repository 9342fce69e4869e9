package io.numaresources.explain;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.numaresources.topology.ClusterExplanation;
import io.numaresources.topology.ClusterExplanation.Outcome;
import io.numaresources.topology.Explainer;
import io.numaresources.topology.Explanation;
import io.numaresources.topology.NumaNode;
import io.numaresources.topology.PodShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is asked about a pod; pods that are alike ask the same.
 *
 * @param shape what it asks for
 * @param placement where it may go
 */
public record PodQuestion(PodShape shape, PodPlacement placement) {

    /** The question of a spec. */
    public static PodQuestion of(PodSpec spec) {
        return new PodQuestion(PodShapes.of(spec), PodPlacement.of(spec));
    }

    /** The answer in a cluster of these nodes. */
    public PodAnswer ask(Collection<Candidate> candidates) {
        var excluded = new TreeMap<String, List<String>>();
        var unreadable = new TreeMap<String, List<String>>();
        var nodes = new ArrayList<NumaNode>();
        for (Candidate candidate : candidates) {
            var refusal = placement.refusal(candidate.place());
            if (refusal.isPresent()) {
                excluded.computeIfAbsent(refusal.get(), why -> new ArrayList<>())
                        .add(candidate.name());
            } else if (candidate.gap().isPresent()) {
                unreadable
                        .computeIfAbsent(candidate.gap().get().text(), why -> new ArrayList<>())
                        .add(candidate.name());
            } else {
                candidate.node().ifPresent(nodes::add);
            }
        }
        var explained = Explainer.explain(nodes, shape);
        return new PodAnswer(explained, unreadable, excluded, nearest(explained, nodes));
    }

    /** The pod on one node, wherever it may go. */
    public Optional<Explanation> askOn(Candidate candidate) {
        return candidate.node().map(node -> Explainer.explain(node, shape));
    }

    private Optional<Explanation> nearest(ClusterExplanation explained, List<NumaNode> nodes) {
        if (example(explained, Outcome.ADMITTED).isPresent()) {
            return Optional.empty();
        }
        return example(explained, Outcome.REJECTED)
                .or(() -> example(explained, Outcome.NEVER))
                .flatMap(name ->
                        nodes.stream().filter(node -> node.name().equals(name)).findFirst())
                .map(node -> Explainer.explain(node, shape));
    }

    private static Optional<String> example(ClusterExplanation explained, Outcome outcome) {
        return Stream.of(explained)
                .flatMap(all -> all.groups().stream())
                .filter(group -> group.cause().outcome() == outcome)
                .map(ClusterExplanation.Group::example)
                .findFirst();
    }
}
