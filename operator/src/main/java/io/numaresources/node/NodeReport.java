package io.numaresources.node;

import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.kubelet.OwnedConfiguration;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a node tells of itself, as fields of a NUMANode's status. */
final class NodeReport {
    private final Host host;
    private final String kubeletVersion;
    private final Configz configz;
    private final PodResources podResources;
    private final InstantSource clock;

    NodeReport(Host host, String kubeletVersion, Configz configz, PodResources podResources, InstantSource clock) {
        this.host = host;
        this.kubeletVersion = kubeletVersion;
        this.configz = configz;
        this.podResources = podResources;
        this.clock = clock;
    }

    /** Everything. */
    Map<String, @Nullable Object> all(NUMANode node, Units units, Duration clockSkew) {
        var inspection = Inspection.of(host);
        var fields = kubelet(
                node, inspection.kubelet(), units.of(inspection.kubelet().placement()));
        fields.put("hardware", inspection.hardware().facts());
        fields.put("host", new HostReader(host, clock).read(inspection, units, clockSkew));
        return fields;
    }

    /** What tells whether a kubelet has started and with what. */
    Map<String, @Nullable Object> kubelet(NUMANode node, KubeletInspection kubelet, Optional<UnitState> unit) {
        var fields = new HashMap<String, @Nullable Object>();
        fields.put("kubelet", kubelet.facts(kubeletVersion, unit, podResources.allocatable(kubelet.rootDirectory())));
        var live = Live.read(host, kubelet, configz);
        fields.put("live", live.map(Live::owned).orElse(null));
        fields.put("liveSource", live.map(found -> found.source().value()).orElse(null));
        fields.put("liveHash", live.flatMap(found -> found.hash(wanted(node))).orElse(null));
        fields.put("policy", live.map(Live::policy).orElse(null));
        fields.put("scope", live.map(Live::scope).orElse(null));
        return fields;
    }

    private static Optional<OwnedConfiguration> wanted(NUMANode node) {
        try {
            return Optional.ofNullable(node.getSpec().kubelet()).map(Configurations::owned);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
