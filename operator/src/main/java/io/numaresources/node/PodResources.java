package io.numaresources.node;

import io.numaresources.kubelet.CpuSet;
import java.util.Optional;

/** The kubelet's podresources API. */
@FunctionalInterface
public interface PodResources {
    /**
     * CPUs that the kubelet may give to pods: under the static policy all that aren't reserved, under none no CPU at all (cm/cpumanager/policy_none.go).
     * It shows that the managers have started, which configz does not.
     *
     * @param rootDirectory of the kubelet
     * @return absent where it doesn't answer
     */
    Optional<CpuSet> allocatable(String rootDirectory);
}
