package io.numaresources.guard;

import io.fabric8.kubernetes.api.model.Pod;
import io.numaresources.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the pods on a node tell, beside what it publishes.
 *
 * @param node the node
 * @param group its group
 * @param fingerprint the published one; empty where there is none
 * @param method how that was computed; empty for all pods
 * @param activeOnly whether the kubelet, from 1.34 on, tells its updater of active pods only; before, also of those that ended
 * @param staticCpus whether the kubelet is known to run the static CPU manager
 * @param schedulers names of the schedulers that know zones; empty where there is none
 */
public record NodeAudit(
        String node,
        String group,
        String fingerprint,
        String method,
        boolean activeOnly,
        boolean staticCpus,
        Set<String> schedulers) {
    private static final String EXCLUSIVE = "with-exclusive-resources";

    /** Everything that is wrong, if it stays so. */
    public List<Suspicion> suspicions(List<Pod> pods) {
        var all = pods.stream().map(PodOnNode::of).toList();
        var found = new ArrayList<Suspicion>();
        mismatch(all).ifPresent(detail -> found.add(of(FindingCode.FINGERPRINT_MISMATCH, detail)));
        foreign(all).ifPresent(detail -> found.add(of(FindingCode.FOREIGN_EXCLUSIVE_PODS, detail)));
        if (staticCpus) {
            all.stream()
                    .filter(pod -> !pod.finished())
                    .flatMap(pod -> pod.cpuAllocator().map(name -> name + " in pod " + pod.text()).stream())
                    .findFirst()
                    .ifPresent(detail -> found.add(of(FindingCode.TWO_CPU_ALLOCATORS, detail)));
        }
        return found;
    }

    /**
     * The published fingerprint is a part of what is told: an updater that lags behind a busy node publishes another one soon, one that hangs
     * doesn't.
     */
    private Optional<String> mismatch(List<PodOnNode> pods) {
        if (!PodFingerprint.understands(fingerprint)) {
            return Optional.empty();
        }
        var counted = pods.stream()
                .filter(pod -> !activeOnly || !pod.finished())
                .filter(pod -> !EXCLUSIVE.equals(method) || pod.exclusive())
                .toList();
        return fingerprint.equals(PodFingerprint.of(counted))
                ? Optional.empty()
                : Optional.of("published fingerprint %s is not that of its pods".formatted(fingerprint));
    }

    /** Without names of pods: they come and go, and the schedulers stay. */
    private Optional<String> foreign(List<PodOnNode> pods) {
        var others = pods.stream()
                .filter(pod -> pod.ownCpus() && !pod.finished() && !pod.fixed())
                .map(PodOnNode::scheduler)
                .filter(scheduler -> !schedulers.isEmpty() && !schedulers.contains(scheduler))
                .collect(Collectors.toCollection(TreeSet::new));
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(" and ", others) + " placed pods with CPUs of their own there");
    }

    private Suspicion of(FindingCode code, String detail) {
        return new Suspicion(code, group, node, detail);
    }
}
