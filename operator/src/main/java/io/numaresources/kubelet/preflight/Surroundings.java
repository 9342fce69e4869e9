package io.numaresources.kubelet.preflight;

import java.util.List;

/**
 * Who else works on the node, and who places its pods.
 *
 * @param claims marks of other tools: a medik8s Lease, kured, Flatcar's update operator, the machine-config operator, cluster-autoscaler
 * @param replacedWhenUnhealthy whether a Cluster API MachineHealthCheck would replace the node when its kubelet is down
 * @param numaScheduler whether a NUMA-aware scheduler serves the cluster
 */
public record Surroundings(List<Claim> claims, boolean replacedWhenUnhealthy, boolean numaScheduler) {
    public Surroundings {
        claims = List.copyOf(claims);
    }

    /**
     * A mark of another tool.
     *
     * @param owner the tool
     * @param mark where it stands, such as an annotation or a Lease
     */
    public record Claim(String owner, String mark) {}
}
