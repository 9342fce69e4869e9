package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.MemoryManagerPolicy;
import io.numaresources.kubelet.PolicyOption;
import io.numaresources.kubelet.TopologyManagerPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** P15, P16 and P19: who else works on the node, and who places its pods. */
final class SurroundingChecks {
    private static final Set<TopologyManagerPolicy> REJECTING =
            Set.of(TopologyManagerPolicy.RESTRICTED, TopologyManagerPolicy.SINGLE_NUMA_NODE);

    private SurroundingChecks() {}

    static List<Violation> claims(Subject subject) {
        var found = new ArrayList<Violation>();
        for (var claim : subject.surroundings().claims()) {
            found.add(Problem.CLAIMED.found("%s (%s)", claim.owner(), claim.mark()));
        }
        if (subject.surroundings().replacedWhenUnhealthy()) {
            found.add(Problem.REPLACED_WHEN_UNHEALTHY.found("the node's Machine has a MachineHealthCheck"));
        }
        return found;
    }

    static List<Violation> openShift(Subject subject) {
        var found = new ArrayList<Violation>();
        subject.openShift().ifPresent(pool -> {
            if (!pool.otherKubeletConfigs().isEmpty()) {
                found.add(Problem.OTHER_KUBELET_CONFIG.found(
                        "pool %s: %s", pool.pool(), String.join(", ", pool.otherKubeletConfigs())));
            }
            if (!pool.performanceProfiles().isEmpty()) {
                found.add(Problem.PERFORMANCE_PROFILE.found(
                        "pool %s: %s", pool.pool(), String.join(", ", pool.performanceProfiles())));
            }
            if (pool.paused()) {
                found.add(Problem.POOL_PAUSED.found("pool %s", pool.pool()));
            }
            if (!pool.settled()) {
                found.add(Problem.POOL_UNSETTLED.found("pool %s", pool.pool()));
            }
            var wanted = subject.wanted();
            if (wanted.memory().policy() == MemoryManagerPolicy.STATIC && !pool.systemReservedExplicit()) {
                found.add(Problem.RESERVED_IMPLICIT.found("pool %s", pool.pool()));
            }
            if (!wanted.featureGates().isEmpty()) {
                found.add(Problem.GATES_ON_OPENSHIFT.found(
                        "%s", String.join(", ", wanted.featureGates().keySet())));
            }
            if (!pool.alike()) {
                found.add(Problem.NODES_UNLIKE.found("pool %s", pool.pool()));
            }
            if (wanted.cpu().has(PolicyOption.STRICT_RESERVATION)) {
                found.add(Problem.STRICT_ON_OPENSHIFT.found("strict-cpu-reservation is on"));
            }
        });
        return found;
    }

    /** A rejected pod is made again at once, and sent here again (kubernetes #84869). */
    static List<Violation> scheduler(Subject subject) {
        var policy = subject.wanted().topology().policy();
        return REJECTING.contains(policy) && !subject.surroundings().numaScheduler()
                ? List.of(Problem.NO_NUMA_SCHEDULER.found("the policy is %s", policy.value()))
                : List.of();
    }
}
