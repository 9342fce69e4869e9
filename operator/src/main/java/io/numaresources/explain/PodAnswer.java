package io.numaresources.explain;

import io.numaresources.topology.ClusterExplanation;
import io.numaresources.topology.ClusterExplanation.Group;
import io.numaresources.topology.ClusterExplanation.Outcome;
import io.numaresources.topology.Explanation;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Everything there is to say about a pod in a cluster.
 *
 * @param explained nodes that it may go to, by verdict
 * @param unreadable nodes that it may go to and of which nothing can be told, by why
 * @param excluded nodes that it may not go to, by why
 * @param nearest the node that comes nearest to taking it, with remedies; empty where a node takes it or none is known
 */
public record PodAnswer(
        ClusterExplanation explained,
        SortedMap<String, List<String>> unreadable,
        SortedMap<String, List<String>> excluded,
        Optional<Explanation> nearest) {

    /** What stops the pod, the most hopeful thing that is true of any node. */
    public enum Reason {
        /** Some node would admit it: it waits for something else, or for the scheduler to see it. */
        FITS("fits"),
        /** Room on some node would have to become free. */
        NO_ROOM("no-room"),
        /** No node could admit it, even empty. */
        NEVER("never"),
        /** Nothing can be told of the nodes it may go to. */
        UNKNOWN("unknown"),
        /** It may go to no node. */
        NO_NODE("no-node");

        private final String value;

        Reason(String value) {
            this.value = value;
        }

        /** As it is written in metrics and output. */
        public String value() {
            return value;
        }
    }

    /** What stops the pod. */
    public Reason reason() {
        if (count(Outcome.ADMITTED) > 0) {
            return Reason.FITS;
        }
        if (count(Outcome.REJECTED) > 0) {
            return Reason.NO_ROOM;
        }
        if (count(Outcome.UNKNOWN) > 0 || !unreadable.isEmpty()) {
            return Reason.UNKNOWN;
        }
        return count(Outcome.NEVER) > 0 ? Reason.NEVER : Reason.NO_NODE;
    }

    /** Nodes that the pod may go to. */
    public int nodes() {
        return explained.groups().stream()
                        .mapToInt(group -> group.nodes().size())
                        .sum()
                + unreadable.values().stream().mapToInt(List::size).sum();
    }

    /** Nodes with an outcome. */
    public int count(Outcome outcome) {
        return explained.groups().stream()
                .filter(group -> group.cause().outcome() == outcome)
                .mapToInt(group -> group.nodes().size())
                .sum();
    }

    /** One sentence without a full stop, for an event. */
    public String sentence() {
        return switch (reason()) {
            case FITS -> fits();
            case NO_ROOM, NEVER -> refused();
            case UNKNOWN -> "can't tell of any of " + nodes(nodes()) + ": " + unknown();
            case NO_NODE -> excluded.isEmpty() ? "there are no nodes" : "it may go to no node: " + causes(excluded);
        };
    }

    private String fits() {
        var group = explained.groups().stream()
                .filter(one -> one.cause().outcome() == Outcome.ADMITTED)
                .findFirst()
                .orElseThrow();
        boolean scheduler = explained.groups().stream()
                .anyMatch(one ->
                        one.cause().outcome() == Outcome.ADMITTED && one.cause().schedulerPasses());
        return "%d of %s would admit it, such as %s: %s%s"
                .formatted(
                        count(Outcome.ADMITTED),
                        nodes(nodes()),
                        group.example(),
                        group.sentence(),
                        scheduler ? "" : "; the scheduler's filter passes none of them");
    }

    private String refused() {
        int never = count(Outcome.NEVER);
        var text = new StringBuilder(
                nodes() == 1
                        ? "the only node it may go to refuses it"
                        : "none of " + nodes(nodes()) + " would admit it");
        nearest.ifPresent(near -> text.append("; ")
                .append(nodes() == 1 ? "" : "the nearest is ")
                .append(near.node())
                .append(": ")
                .append(near.sentence()));
        if (never > 0 && never < nodes()) {
            text.append("; on ").append(nodes(never)).append(" it can never fit");
        }
        if (count(Outcome.UNKNOWN) > 0 || !unreadable.isEmpty()) {
            text.append("; can't tell of the others: ").append(unknown());
        }
        return text.toString();
    }

    private String unknown() {
        var said = explained.groups().stream()
                .filter(group -> group.cause().outcome() == Outcome.UNKNOWN)
                .map(Group::sentence)
                .map(sentence -> sentence.substring(sentence.indexOf(": ") + 2))
                .collect(Collectors.toCollection(java.util.ArrayList::new));
        said.addAll(unreadable.keySet());
        return String.join(", ", said);
    }

    private static String causes(SortedMap<String, List<String>> nodes) {
        return nodes.entrySet().stream()
                .map(cause -> nodes(cause.getValue().size()) + " " + cause.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String nodes(int count) {
        return count == 1 ? "1 node" : count + " nodes";
    }
}
