package io.numaresources.fleet;

import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.KubeletProvider;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.stack.NodeFacts;
import java.util.List;
import java.util.Optional;

/**
 * Who writes the kubelet configuration of a group, as decided for its nodes.
 *
 * @param value NodeAgent, MachineConfig or None
 * @param managedBy what owns the kubelets' configuration, where that decided it
 */
public record Provider(KubeletProvider value, Optional<String> managedBy) {
    private static final String OPEN_SHIFT = "OpenShift";
    private static final String HYPER_SHIFT = "HyperShift";

    /** Decides; absent where the group has no kubelet block. */
    public static Optional<Provider> of(NodeGroup group, List<NodeFacts> nodes) {
        return Optional.ofNullable(group.kubelet())
                .map(kubelet -> of(kubelet, nodes, group.machineConfigPool() != null));
    }

    private static Provider of(Kubelet kubelet, List<NodeFacts> nodes, boolean namesPool) {
        if (kubelet.provider() != KubeletProvider.AUTO) {
            return new Provider(kubelet.provider(), Optional.empty());
        }
        var owner = nodes.stream()
                .flatMap(node -> node.state().managedBy().stream())
                .findFirst();
        if (namesPool) {
            return new Provider(KubeletProvider.MACHINE_CONFIG, owner);
        }
        if (owner.isEmpty()) {
            return new Provider(KubeletProvider.NODE_AGENT, owner);
        }
        boolean pools = owner.get().equals(OPEN_SHIFT);
        return new Provider(pools ? KubeletProvider.MACHINE_CONFIG : KubeletProvider.NONE, owner);
    }

    /** Whether agents write it. */
    public boolean agents() {
        return value == KubeletProvider.NODE_AGENT;
    }

    /** Whether the machine-config operator of OpenShift writes it. */
    public boolean pools() {
        return value == KubeletProvider.MACHINE_CONFIG;
    }

    /** Whether it is written in NodePools of another cluster. */
    public boolean hosted() {
        return value == KubeletProvider.NONE
                && managedBy.filter(HYPER_SHIFT::equals).isPresent();
    }

    /** Whether agents read the nodes, for others to write. */
    public boolean inspects() {
        return pools() || hosted();
    }
}
