package io.numaresources.topology;

import io.numaresources.topology.Verdict.Admitted;
import io.numaresources.topology.Verdict.Rejected;
import io.numaresources.topology.Verdict.Unknown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A pod on the nodes of a cluster.
 *
 * @param groups nodes with the same cause, the largest group first
 */
public record ClusterExplanation(List<Group> groups) {
    public ClusterExplanation {
        groups = List.copyOf(groups);
    }

    /**
     * Nodes with the same cause.
     *
     * @param cause what they have in common
     * @param nodes their names, in the order given
     * @param example the node that comes nearest to admitting the pod, whose numbers the sentence has
     * @param verdict the verdict there
     * @param sentence that verdict in words
     */
    public record Group(Cause cause, List<String> nodes, String example, Verdict verdict, String sentence) {
        public Group {
            nodes = List.copyOf(nodes);
        }
    }

    /** What the kubelets of a group would do. */
    public enum Outcome {
        ADMITTED,
        REJECTED,
        /** Rejected also with no other pod on the node. */
        NEVER,
        UNKNOWN
    }

    /**
     * What nodes of a group have in common.
     *
     * @param outcome the kubelet's
     * @param reason why it rejects
     * @param lacking resources that no zone has enough of; where each is in some zone, all that some zone lacks
     * @param missing what isn't known
     * @param schedulerPasses whether the plugin lets the node pass
     */
    public record Cause(
            Outcome outcome,
            Optional<Verdict.Reason> reason,
            List<String> lacking,
            Optional<Verdict.Cause> missing,
            boolean schedulerPasses) {

        static Cause of(Verdict verdict, boolean passes) {
            return switch (verdict) {
                case Admitted _ -> new Cause(Outcome.ADMITTED, Optional.empty(), List.of(), Optional.empty(), passes);
                case Rejected r ->
                    new Cause(
                            r.never() ? Outcome.NEVER : Outcome.REJECTED,
                            Optional.of(r.reason()),
                            lacking(r),
                            Optional.empty(),
                            passes);
                case Unknown u ->
                    new Cause(Outcome.UNKNOWN, Optional.empty(), List.of(), Optional.of(u.cause()), passes);
            };
        }

        private static List<String> lacking(Rejected rejected) {
            var everywhere = new ArrayList<String>(4);
            var somewhere = new ArrayList<String>(4);
            for (Need need : rejected.needs()) {
                if (need.smallestMissing() > 0) {
                    everywhere.add(need.resource());
                } else if (need.shortSomewhere()) {
                    somewhere.add(need.resource());
                }
            }
            return everywhere.isEmpty() ? somewhere : everywhere;
        }
    }

    static ClusterExplanation of(Map<Cause, Builder> groups) {
        return new ClusterExplanation(groups.entrySet().stream()
                .map(e -> e.getValue().build(e.getKey()))
                .sorted(Comparator.comparingInt((Group g) -> g.nodes().size()).reversed())
                .toList());
    }

    /** Collects a group. */
    static final class Builder {
        private final List<String> nodes = new ArrayList<>();
        private double nearest = Double.MAX_VALUE;
        private @Nullable NumaNode example;
        private @Nullable Verdict verdict;

        void add(NumaNode node, Verdict said) {
            nodes.add(node.name());
            double distance = distance(said);
            if (example == null || distance < nearest) {
                nearest = distance;
                example = node;
                verdict = said;
            }
        }

        private static double distance(Verdict verdict) {
            if (!(verdict instanceof Rejected rejected)) {
                return 0;
            }
            double sum = 0;
            for (Need need : rejected.needs()) {
                sum += (double) need.smallestMissing() / Math.max(1, need.requested());
            }
            return sum;
        }

        Group build(Cause cause) {
            if (example == null || verdict == null) {
                throw new IllegalStateException("a group without nodes");
            }
            var sentence = new Sentence(example.rules()).of(verdict, List.of());
            return new Group(cause, nodes, example.name(), verdict, sentence);
        }
    }
}
