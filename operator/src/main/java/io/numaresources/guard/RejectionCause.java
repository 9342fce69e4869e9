package io.numaresources.guard;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a kubelet's resource managers rejected a pod; by status.reason of the pod, and by the message where the reason is one for everything. What the
 * kubelet rejects for other causes (capacity, node affinity, devices that aren't there) has none of these.
 */
public enum RejectionCause {
    /** Topology manager: no zones that its policy accepts. */
    TOPOLOGY_AFFINITY("TopologyAffinityError", List.of(""), "ask for what fits into one zone"),
    /** CPU manager with full-pcpus-only: not a multiple of a core's threads, or no whole cores left. */
    SMT_ALIGNMENT("SMTAlignmentError", List.of(""), "ask for whole cores"),
    /** CPU manager with pod-level resources, Kubernetes 1.36: the exclusive CPUs of some containers leave none for the others. */
    EMPTY_SHARED_POOL("EmptyPodSharedPoolError", List.of(""), "leave CPUs for the containers without exclusive ones"),
    /** CPU or memory manager, after the topology manager agreed; devices have the same reason with other messages. */
    ALLOCATION(
            "UnexpectedAdmissionError",
            List.of("[memorymanager]", "not enough cpus available to satisfy request"),
            "ask for what fits into one zone");

    private final String reason;
    private final List<String> messages;
    private final String remedy;

    RejectionCause(String reason, List<String> messages, String remedy) {
        this.reason = reason;
        this.messages = messages;
        this.remedy = remedy;
    }

    /** As status.reason of a pod says it. */
    public String reason() {
        return reason;
    }

    /** What the pod's owner could do besides another scheduler. */
    String remedy() {
        return remedy;
    }

    /** The cause by status.reason and status.message; empty for anything that isn't certain. */
    static Optional<RejectionCause> of(@Nullable String reason, @Nullable String message) {
        return Arrays.stream(values())
                .filter(cause -> cause.reason.equals(reason))
                .filter(cause ->
                        cause.messages.stream().anyMatch(part -> (message == null ? "" : message).contains(part)))
                .findFirst();
    }
}
