package io.numaresources.guard;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Optional;

/**
 * A failed pod that a kubelet rejected for alignment and that a controller owns. Anything else is none of the guard's business.
 *
 * @param owner its controller
 * @param name its name, in the namespace of the owner
 * @param uid its uid
 * @param resourceVersion the version that was judged: it is deleted in this one or not at all
 * @param node node that rejected it
 * @param scheduler scheduler that it asked for
 * @param cause why it was rejected
 * @param at when
 * @param held whether finalizers hold it: somebody, as the controller of Jobs, hasn't looked at it yet
 */
public record Rejection(
        Owner owner,
        String name,
        String uid,
        String resourceVersion,
        String node,
        String scheduler,
        RejectionCause cause,
        Instant at,
        boolean held) {

    /** The rejection, where the pod is one. */
    public static Optional<Rejection> of(Pod pod) {
        var metadata = pod.getMetadata();
        var status = pod.getStatus();
        if (status == null
                || !"Failed".equals(status.getPhase())
                || metadata.getDeletionTimestamp() != null
                || pod.getSpec().getNodeName() == null) {
            return Optional.empty();
        }
        var controller = metadata.getOwnerReferences().stream()
                .filter(reference -> Boolean.TRUE.equals(reference.getController()))
                .findFirst();
        return controller.flatMap(reference -> RejectionCause.of(status.getReason(), status.getMessage())
                .map(cause -> new Rejection(
                        Owner.of(metadata.getNamespace(), reference),
                        metadata.getName(),
                        metadata.getUid(),
                        metadata.getResourceVersion(),
                        pod.getSpec().getNodeName().intern(),
                        Optional.ofNullable(pod.getSpec().getSchedulerName())
                                .orElse("default-scheduler")
                                .intern(),
                        cause,
                        at(pod),
                        !metadata.getFinalizers().isEmpty())));
    }

    /** Namespace and name. */
    public String key() {
        return owner.namespace() + "/" + name;
    }

    /** The same with an equal owner, so that thousands of pods share one. */
    Rejection ownedBy(Owner same) {
        return new Rejection(same, name, uid, resourceVersion, node, scheduler, cause, at, held);
    }

    /**
     * When its status was last written: at or after the rejection, never before. The start time isn't that: a pod that ran until its kubelet restarted
     * and then refused it has an old one.
     */
    private static Instant at(Pod pod) {
        var written = pod.getMetadata().getManagedFields().stream()
                .filter(entry -> "status".equals(entry.getSubresource()) && entry.getTime() != null)
                .map(entry -> Instant.parse(entry.getTime()))
                .max(Instant::compareTo);
        return written.or(() -> Optional.ofNullable(pod.getMetadata().getCreationTimestamp())
                        .map(Instant::parse))
                .orElse(Instant.EPOCH);
    }
}
