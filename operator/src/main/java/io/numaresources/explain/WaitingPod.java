package io.numaresources.explain;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A pod that a scheduler of ours can't place, or that a kubelet refused.
 *
 * @param namespace its namespace
 * @param name its name
 * @param uid its uid
 * @param created when it was created
 * @param unschedulable whether the scheduler has said that it fits nowhere
 * @param refusal by whom it was refused; empty while it waits
 * @param question what is asked about it
 */
public record WaitingPod(
        String namespace,
        String name,
        String uid,
        Instant created,
        boolean unschedulable,
        Optional<Refusal> refusal,
        PodQuestion question) {
    /** Reasons of a kubelet that have to do with alignment (facts of the kubelet's admission handlers). */
    private static final Set<String> REASONS =
            Set.of("TopologyAffinityError", "SMTAlignmentError", "UnexpectedAdmissionError");

    /**
     * A kubelet's no.
     *
     * @param node its node
     * @param reason status.reason of the pod
     */
    public record Refusal(String node, String reason) {}

    /** Namespace and name. */
    public String key() {
        return namespace + "/" + name;
    }

    /** The pod, where it is one of these: pending and on no node, or failed for a reason that has to do with alignment. */
    public static Optional<WaitingPod> of(Pod pod) {
        var status = pod.getStatus();
        if (status == null || pod.getMetadata().getDeletionTimestamp() != null) {
            return Optional.empty();
        }
        var node = pod.getSpec().getNodeName();
        if ("Pending".equals(status.getPhase()) && node == null) {
            return Optional.of(of(pod, Optional.empty()));
        }
        return "Failed".equals(status.getPhase())
                        && node != null
                        && status.getReason() != null
                        && REASONS.contains(status.getReason())
                ? Optional.of(of(pod, Optional.of(new Refusal(node, status.getReason()))))
                : Optional.empty();
    }

    private static WaitingPod of(Pod pod, Optional<Refusal> refusal) {
        List<PodCondition> conditions = pod.getStatus().getConditions();
        var created = pod.getMetadata().getCreationTimestamp();
        return new WaitingPod(
                pod.getMetadata().getNamespace(),
                pod.getMetadata().getName(),
                pod.getMetadata().getUid(),
                created == null ? Instant.EPOCH : Instant.parse(created),
                conditions.stream()
                        .anyMatch(c -> "PodScheduled".equals(c.getType())
                                && "False".equals(c.getStatus())
                                && "Unschedulable".equals(c.getReason())),
                refusal,
                PodQuestion.of(pod.getSpec()));
    }
}
