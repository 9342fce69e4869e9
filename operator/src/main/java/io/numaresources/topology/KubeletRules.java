package io.numaresources.topology;

/**
 * The part of a kubelet's configuration that decides on alignment. A NodeResourceTopology tells policy and scope only; the rest
 * comes from the kubelet's configuration, or from {@link #published}.
 *
 * @param policy policy of the topology manager
 * @param scope its scope; without meaning under policy none
 * @param closestZones option prefer-closest-numa-nodes
 * @param cpus what the CPU manager does
 * @param pinnedMemory whether the memory manager's policy is Static
 */
public record KubeletRules(
        AlignmentPolicy policy, AlignmentScope scope, boolean closestZones, CpuRules cpus, boolean pinnedMemory) {

    /** Rules of a node of which only the published attributes are known: static CPU manager, Static memory manager. */
    public static KubeletRules published(AlignmentPolicy policy, AlignmentScope scope) {
        return new KubeletRules(policy, scope, false, CpuRules.STATIC, true);
    }

    /** The same with another policy and scope. */
    public KubeletRules with(AlignmentPolicy otherPolicy, AlignmentScope otherScope) {
        return new KubeletRules(otherPolicy, otherScope, closestZones, cpus, pinnedMemory);
    }
}
