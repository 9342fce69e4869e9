package io.numaresources.explain;

import java.util.Optional;

/**
 * Something to say about a pod.
 *
 * @param pod which pod
 * @param reason one word for an event
 * @param warning whether it is a warning
 * @param sentence what there is to say
 * @param first whether nothing was said about the pod before
 * @param node node that refused it, by what it publishes; empty for a pod that waits, and where the node isn't known
 */
public record Telling(
        WaitingPod pod, String reason, boolean warning, String sentence, boolean first, Optional<Candidate> node) {

    /** Of a pod that waits. */
    Telling(WaitingPod pod, String reason, boolean warning, String sentence, boolean first) {
        this(pod, reason, warning, sentence, first, Optional.empty());
    }

    /** That a node refused a pod. */
    static Telling refusal(WaitingPod pod, Optional<Candidate> node) {
        var refusal = pod.refusal().orElseThrow();
        var now = node.flatMap(pod.question()::askOn)
                .map(said -> "; as the node is now: " + said.sentence())
                .orElse("");
        return new Telling(
                pod,
                "NUMARejected",
                true,
                "node %s refused it with %s%s".formatted(refusal.node(), refusal.reason(), now),
                true,
                node);
    }

    /** The same with more known of the node that refused the pod. */
    public Telling with(NodeDetails details) {
        return node.map(known -> refusal(pod, Optional.of(known.with(details)))).orElse(this);
    }
}
