package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.numaresources.stack.StackLabels;
import io.numaresources.status.Observation.Workload;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Progress of the operands, read from their cached status. */
final class Workloads {
    private Workloads() {}

    static Map<String, Workload> updaters(OwnedObjects owned) {
        var byGroup = new TreeMap<String, Workload>();
        for (var object : owned.all()) {
            if (object instanceof DaemonSet set
                    && StackLabels.UPDATER.equals(set.getMetadata().getLabels().get(StackLabels.COMPONENT))) {
                byGroup.put(set.getMetadata().getLabels().getOrDefault(StackLabels.GROUP, ""), of(set));
            }
        }
        return byGroup;
    }

    static Optional<Deployment> scheduler(OwnedObjects owned) {
        return owned.all().stream()
                .filter(Deployment.class::isInstance)
                .map(Deployment.class::cast)
                .filter(deployment -> StackLabels.SCHEDULER.equals(
                        deployment.getMetadata().getLabels().get(StackLabels.COMPONENT)))
                .findFirst();
    }

    /** When and why the scheduler was restarted last; empty where it never was. */
    static String restartInForce(OwnedObjects owned) {
        return scheduler(owned)
                .map(deployment ->
                        deployment.getSpec().getTemplate().getMetadata().getAnnotations())
                .map(annotations -> annotations.get(StackLabels.RESTART))
                .orElse("");
    }

    static Workload of(Deployment deployment) {
        var status = deployment.getStatus();
        int desired = orZero(deployment.getSpec().getReplicas());
        if (status == null) {
            return new Workload(deployment.getMetadata().getName(), false, desired, 0);
        }
        boolean current = Objects.equals(
                        status.getObservedGeneration(), deployment.getMetadata().getGeneration())
                && orZero(status.getUpdatedReplicas()) >= desired
                && orZero(status.getReplicas()) <= desired;
        return new Workload(deployment.getMetadata().getName(), current, desired, orZero(status.getReadyReplicas()));
    }

    private static Workload of(DaemonSet set) {
        var status = set.getStatus();
        if (status == null) {
            return new Workload(set.getMetadata().getName(), false, 0, 0);
        }
        boolean current =
                Objects.equals(status.getObservedGeneration(), set.getMetadata().getGeneration())
                        && orZero(status.getUpdatedNumberScheduled()) >= orZero(status.getDesiredNumberScheduled());
        return new Workload(
                set.getMetadata().getName(),
                current,
                orZero(status.getDesiredNumberScheduled()),
                orZero(status.getNumberReady()));
    }

    private static int orZero(Integer number) {
        return number == null ? 0 : number;
    }
}
