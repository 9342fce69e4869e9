package io.numaresources.e2e;

import io.fabric8.kubernetes.api.model.PodStatus;
import io.numaresources.topology.Verdict;
import io.numaresources.topology.Verdict.Admitted;
import io.numaresources.topology.Verdict.Reason;
import io.numaresources.topology.Verdict.Rejected;
import io.numaresources.topology.Verdict.Unknown;
import java.util.Objects;

/**
 * A verdict and what the kubelet then said.
 *
 * @param pod name of the pod
 * @param verdict what was predicted
 * @param sentence that in words
 * @param reason status.reason of the pod, empty where it was admitted
 * @param message its message
 */
record Judged(String pod, Verdict verdict, String sentence, String reason, String message) {

    static Judged of(String pod, Verdict verdict, String sentence, PodStatus status) {
        return "Failed".equals(status.getPhase())
                ? new Judged(
                        pod,
                        verdict,
                        sentence,
                        Objects.requireNonNullElse(status.getReason(), "none"),
                        Objects.requireNonNullElse(status.getMessage(), ""))
                : new Judged(pod, verdict, sentence, "", "");
    }

    boolean admitted() {
        return reason.isEmpty();
    }

    boolean agrees() {
        return switch (verdict) {
            case Unknown _ -> true;
            case Admitted _ -> admitted();
            case Rejected r ->
                r.reason() == Reason.NODE_TOTAL
                        ? reason.startsWith(r.reason().podReason())
                        : reason.equals(r.reason().podReason());
        };
    }

    /** What was predicted, in two words at most. */
    String kind() {
        return switch (verdict) {
            case Admitted _ -> "admitted";
            case Rejected r -> "rejected " + r.reason().podReason();
            case Unknown u -> "unknown " + u.cause();
        };
    }
}
