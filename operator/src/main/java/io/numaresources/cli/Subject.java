package io.numaresources.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something with a pod spec that is asked about.
 *
 * @param name kind, namespace and name, for people
 * @param spec its pods' spec
 * @param status of a pod that exists
 */
record Subject(String name, PodSpec spec, Optional<PodStatus> status) {

    /** The subject that an object is; empty for a kind without pods. */
    static Optional<Subject> of(HasMetadata object) {
        return Optional.ofNullable(spec(object)).map(spec -> new Subject(name(object), spec, status(object)));
    }

    private static @Nullable PodSpec spec(HasMetadata object) {
        return switch (object) {
            case Pod pod -> pod.getSpec();
            case Deployment deployment -> deployment.getSpec().getTemplate().getSpec();
            case StatefulSet set -> set.getSpec().getTemplate().getSpec();
            case DaemonSet set -> set.getSpec().getTemplate().getSpec();
            case ReplicaSet set -> set.getSpec().getTemplate().getSpec();
            case ReplicationController controller ->
                controller.getSpec().getTemplate().getSpec();
            case Job job -> job.getSpec().getTemplate().getSpec();
            case CronJob job ->
                job.getSpec().getJobTemplate().getSpec().getTemplate().getSpec();
            default -> null;
        };
    }

    private static Optional<PodStatus> status(HasMetadata object) {
        return object instanceof Pod pod && pod.getMetadata().getUid() != null
                ? Optional.ofNullable(pod.getStatus())
                : Optional.empty();
    }

    private static String name(HasMetadata object) {
        var namespace = object.getMetadata().getNamespace();
        return object.getKind().toLowerCase(java.util.Locale.ROOT) + " " + (namespace == null ? "" : namespace + "/")
                + object.getMetadata().getName();
    }

    /** Node that it is bound to, for a pod that exists. */
    Optional<String> node() {
        return status.isEmpty() ? Optional.empty() : Optional.ofNullable(spec.getNodeName());
    }

    /** Whether a kubelet refused it. */
    boolean rejected() {
        return status.filter(seen -> "Failed".equals(seen.getPhase()) && seen.getReason() != null)
                .isPresent();
    }

    String scheduler() {
        return spec.getSchedulerName() == null ? "default-scheduler" : spec.getSchedulerName();
    }
}
