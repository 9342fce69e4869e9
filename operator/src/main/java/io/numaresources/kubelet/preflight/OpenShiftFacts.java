package io.numaresources.kubelet.preflight;

import java.util.List;

/**
 * The machine-config pool of a node.
 *
 * @param pool its name
 * @param otherKubeletConfigs KubeletConfigs that aren't ours and select the pool
 * @param performanceProfiles PerformanceProfiles that select the pool
 * @param settled whether it is Updated and neither Updating nor Degraded
 * @param paused whether spec.paused is set
 * @param systemReservedExplicit whether the KubeletConfig to write names systemReserved
 * @param alike whether all nodes have the same CPU numbers, NUMA nodes and memory
 */
public record OpenShiftFacts(
        String pool,
        List<String> otherKubeletConfigs,
        List<String> performanceProfiles,
        boolean settled,
        boolean paused,
        boolean systemReservedExplicit,
        boolean alike) {
    public OpenShiftFacts {
        otherKubeletConfigs = List.copyOf(otherKubeletConfigs);
        performanceProfiles = List.copyOf(performanceProfiles);
    }
}
