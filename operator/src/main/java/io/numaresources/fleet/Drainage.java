package io.numaresources.fleet;

import io.fabric8.kubernetes.api.model.Pod;
import io.numaresources.kubelet.preflight.Workload;
import java.util.List;

/**
 * Where the drain of a node stands.
 *
 * @param evict pods to evict now
 * @param leaving pods that were told to go and are still there
 * @param stuck pods that nobody would make again; they are not evicted
 */
public record Drainage(List<Pod> evict, List<Pod> leaving, List<Pod> stuck) {

    /**
     * Looks at the pods of a node.
     *
     * @param ownStays whether the operator's own pod stays, since it could run nowhere else
     */
    public static Drainage of(Tenants tenants, List<Pod> pods, boolean ownStays) {
        var present = pods.stream().filter(pod -> !Tenants.finished(pod)).toList();
        var moving = present.stream()
                .filter(pod -> tenants.kind(pod) == Workload.Kind.REPLACED)
                .toList();
        var others = moving.stream().filter(pod -> !tenants.own(pod)).toList();
        var going = others.isEmpty() && !ownStays ? moving : others;
        return new Drainage(
                going.stream()
                        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                        .toList(),
                going.stream()
                        .filter(pod -> pod.getMetadata().getDeletionTimestamp() != null)
                        .toList(),
                present.stream()
                        .filter(pod -> tenants.kind(pod) == Workload.Kind.BARE)
                        .toList());
    }

    /** Whether nothing is left to wait for. */
    public boolean done() {
        return evict.isEmpty() && leaving.isEmpty() && stuck.isEmpty();
    }
}
