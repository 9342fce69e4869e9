package io.numaresources.kubelet;

import static io.numaresources.kubelet.Maturity.ABSENT;
import static io.numaresources.kubelet.Maturity.ALPHA;
import static io.numaresources.kubelet.Maturity.BETA;
import static io.numaresources.kubelet.Maturity.GA;

import java.util.Arrays;

/**
 * Feature gates around the resource managers (pkg/features/kube_features.go, 1.29 to 1.37). A gate that a kubelet doesn't know keeps it from
 * starting, and a GA gate vanishes some minors later, so only alpha and beta ones may be written.
 */
public enum FeatureGate {
    TOPOLOGY_MANAGER(
            "TopologyManager",
            Timeline.from(16, ALPHA).then(18, BETA).then(27, GA).then(29, ABSENT)),
    CPU_MANAGER(
            "CPUManager", Timeline.from(8, ALPHA).then(10, BETA).then(26, GA).then(33, ABSENT)),
    MEMORY_MANAGER(
            "MemoryManager",
            Timeline.from(21, ALPHA).then(22, BETA).then(32, GA).then(36, ABSENT)),
    CPU_OPTIONS(
            "CPUManagerPolicyOptions", Timeline.from(22, ALPHA).then(23, BETA).then(33, GA)),
    CPU_ALPHA_OPTIONS("CPUManagerPolicyAlphaOptions", Timeline.from(23, ALPHA)),
    CPU_BETA_OPTIONS("CPUManagerPolicyBetaOptions", Timeline.from(23, BETA)),
    TOPOLOGY_OPTIONS(
            "TopologyManagerPolicyOptions",
            Timeline.from(26, ALPHA).then(28, BETA).then(32, GA)),
    TOPOLOGY_ALPHA_OPTIONS("TopologyManagerPolicyAlphaOptions", Timeline.from(26, ALPHA)),
    TOPOLOGY_BETA_OPTIONS("TopologyManagerPolicyBetaOptions", Timeline.from(26, BETA));

    private final String key;
    private final Timeline timeline;

    FeatureGate(String key, Timeline timeline) {
        this.key = key;
        this.timeline = timeline;
    }

    /** Its key in featureGates. */
    public String key() {
        return key;
    }

    /** Its maturity in a minor. */
    public Maturity at(KubeletVersion version) {
        return timeline.at(version);
    }

    /** Maturity of a gate by its key; one that isn't in this table counts as absent. */
    public static Maturity maturity(String key, KubeletVersion version) {
        return Arrays.stream(values())
                .filter(gate -> gate.key.equals(key))
                .findFirst()
                .map(gate -> gate.at(version))
                .orElse(ABSENT);
    }
}
