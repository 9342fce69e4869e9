package io.numaresources.node;

import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.kubelet.DropIn;
import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.StateFile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a NUMANode asks for, as a change of this node. Both state files are moved at every change, whatever it is: the node was drained, and state that
 * outlived its pods has kept kubelets from starting (kubernetes #113035).
 */
record ChangeRequests(String kubeletVersion, Duration rollbackAfter) {
    /** Hash of a configuration without anything of ours. */
    private static final String ORIGINAL = "original";

    /**
     * The change.
     *
     * @throws IllegalArgumentException where a value is one that the kubelet refuses, or its version is none
     */
    NodeChange.Request of(NUMANode node, KubeletInspection kubelet) {
        var spec = node.getSpec();
        var wanted = Optional.ofNullable(spec.kubelet()).map(Configurations::owned);
        var dropIn = wanted.map(configuration ->
                DropIn.render(configuration, KubeletVersion.parse(kubeletVersion), kubelet.inheritedOptions()));
        var hash = Optional.ofNullable(spec.kubeletHash())
                .or(() -> wanted.map(configuration -> configuration.hash()))
                .orElse(ORIGINAL);
        return new NodeChange.Request(hash, dropIn, List.of(StateFile.values()), rollbackAfter);
    }
}
