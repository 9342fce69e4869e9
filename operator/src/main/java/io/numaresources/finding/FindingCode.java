package io.numaresources.finding;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.Severity;
import io.numaresources.kubelet.Texts;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be found; what it means and what to do about it is in findings.properties. Codes are part of the API: alerts and scripts name
 * them, so they are never renamed. {@code docs/findings.md} is generated from here.
 */
public enum FindingCode {
    OVERLAPPING_GROUPS("OverlappingGroups", Severity.ERROR),
    UNKNOWN_VALUE("UnknownValue", Severity.ERROR),
    UNKNOWN_POOL("UnknownPool", Severity.WARNING),
    EMPTY_GROUP("EmptyGroup", Severity.WARNING),
    RESERVED_CPUS_REVERSED("ReservedCPUsReversed", Severity.ERROR),
    RESERVED_CPUS_REPEATED("ReservedCPUsRepeated", Severity.WARNING),
    KUBELET_NOT_WRITTEN("KubeletNotWritten", Severity.INFO),
    KUBELET_MANAGED("KubeletManaged", Severity.WARNING),
    KUBELET_NOT_READ("KubeletNotRead", Severity.ERROR),
    PREFLIGHT_FAILED("PreflightFailed", Severity.ERROR),
    ROLLOUT_FROZEN("RolloutFrozen", Severity.ERROR),
    NODE_BROKEN("NodeBroken", Severity.ERROR),
    KUBELET_DOWN("KubeletDown", Severity.WARNING),
    MACHINE_CONFIG_UNAVAILABLE("MachineConfigUnavailable", Severity.ERROR),
    GROUP_NOT_A_POOL("GroupNotAPool", Severity.ERROR),
    KUBELET_CONFIG_REFUSED("KubeletConfigRefused", Severity.ERROR),
    KUBELET_CONFIG_CHANGED("KubeletConfigChanged", Severity.WARNING),
    KUBELET_CONFIG_CONTESTED("KubeletConfigContested", Severity.ERROR),
    KUBELET_CONFIG_NOT_IN_FORCE("KubeletConfigNotInForce", Severity.ERROR),
    KUBELET_CONFIG_TAKEN_BACK("KubeletConfigTakenBack", Severity.ERROR),
    MACHINE_CONFIG_POOL_PAUSED("MachineConfigPoolPaused", Severity.WARNING),
    MACHINE_CONFIG_POOL_DEGRADED("MachineConfigPoolDegraded", Severity.ERROR),
    MACHINE_CONFIG_POOL_STUCK("MachineConfigPoolStuck", Severity.ERROR),
    NODE_POOL("NodePool", Severity.INFO),
    PEER_OPERATOR("PeerOperator", Severity.ERROR),
    PEER_SCHEDULER("PeerScheduler", Severity.ERROR),
    TOPOLOGY_CRD_MISSING("TopologyCRDMissing", Severity.ERROR),
    TOPOLOGY_CRD_ADOPTED("TopologyCRDAdopted", Severity.INFO),
    TOPOLOGY_CRD_REPLACED("TopologyCRDReplaced", Severity.WARNING),
    KUBERNETES_VERSION_UNSUPPORTED("KubernetesVersionUnsupported", Severity.WARNING),
    OPERATOR_DOWNGRADED("OperatorDowngraded", Severity.WARNING),
    MIXED_KUBELETS("MixedKubelets", Severity.WARNING),
    INFORMER_MISMATCH("InformerMismatch", Severity.WARNING),
    SCHEDULER_OLDER_THAN_SERVER("SchedulerOlderThanServer", Severity.INFO),
    SCHEDULER_NEWER_THAN_SERVER("SchedulerNewerThanServer", Severity.ERROR),
    SCHEDULER_IMAGE_TOO_OLD("SchedulerImageTooOld", Severity.ERROR),
    SCHEDULER_IMAGE_VERSION_UNKNOWN("SchedulerImageVersionUnknown", Severity.INFO),
    PREEMPTION_UNSUPPORTED("PreemptionUnsupported", Severity.WARNING),
    RESYNC_PERIOD_SHORT("ResyncPeriodShort", Severity.INFO),
    UPDATER_IMAGE_TOO_OLD("UpdaterImageTooOld", Severity.ERROR),
    UPDATER_IMAGE_VERSION_UNKNOWN("UpdaterImageVersionUnknown", Severity.INFO),
    TOPOLOGY_POLICY_FROM_FILE("TopologyPolicyFromFile", Severity.INFO),
    DROP_IN_NOT_PUBLISHED("DropInNotPublished", Severity.WARNING),
    POD_EXCLUDE_UNSUPPORTED("PodExcludeUnsupported", Severity.ERROR),
    FINGERPRINTING_UNSUPPORTED("FingerprintingUnsupported", Severity.ERROR),
    FINGERPRINTING_DISABLED("FingerprintingDisabled", Severity.ERROR),
    FOREIGN_PODS_STALL_NODES("ForeignPodsStallNodes", Severity.WARNING),
    REFRESH_BY_EVENTS_ONLY("RefreshByEventsOnly", Severity.INFO),
    REJECTION_STORM("RejectionStorm", Severity.WARNING),
    TOPOLOGY_MISSING("TopologyMissing", Severity.WARNING),
    TOPOLOGY_MALFORMED("TopologyMalformed", Severity.WARNING),
    TOPOLOGY_CONTRADICTORY("TopologyContradictory", Severity.WARNING),
    TOPOLOGY_NOT_LIVE("TopologyNotLive", Severity.WARNING),
    TOPOLOGY_WRITERS("TopologyWriters", Severity.WARNING),
    TOPOLOGY_OLD_VERSION("TopologyOldVersion", Severity.WARNING),
    FINGERPRINT_MISMATCH("FingerprintMismatch", Severity.WARNING),
    FOREIGN_EXCLUSIVE_PODS("ForeignExclusivePods", Severity.WARNING),
    TWO_CPU_ALLOCATORS("TwoCPUAllocators", Severity.WARNING),
    NODE_DIFFERS("NodeDiffers", Severity.WARNING),
    NODE_VERSIONS_DIFFER("NodeVersionsDiffer", Severity.INFO),
    POOL_MIXED("PoolMixed", Severity.INFO),
    NODES_TAINTED("NodesTainted", Severity.INFO),
    TOO_MANY_OUTLIERS("TooManyOutliers", Severity.WARNING);

    private final String code;
    private final Severity severity;
    private final String meaning;
    private final String remedy;

    FindingCode(String code, Severity severity) {
        this.code = code;
        this.severity = severity;
        meaning = Catalogue.TEXTS.of(code + ".meaning");
        remedy = Catalogue.TEXTS.of(code + ".remedy");
    }

    /** Read before the constants are made. */
    private static final class Catalogue {
        static final Texts TEXTS = Texts.beside(FindingCode.class, "findings.properties");
    }

    /** Keys of all texts. */
    static Set<String> texts() {
        return Catalogue.TEXTS.keys();
    }

    /** As it is written in the resource. */
    public String code() {
        return code;
    }

    public Severity severity() {
        return severity;
    }

    /** What is the case. */
    public String meaning() {
        return meaning;
    }

    /** What a person can do. */
    public String remedy() {
        return remedy;
    }

    /** A finding about the cluster or the whole resource. */
    public Finding finding(String message) {
        return finding(null, null, message);
    }

    /** A finding about a group, or about the whole resource without one. */
    public Finding finding(@Nullable String group, String message) {
        return finding(group, null, message);
    }

    /**
     * A finding.
     *
     * @param group group or groups that it is about
     * @param node node that it is about
     * @param message what is wrong here and what to do
     */
    public Finding finding(@Nullable String group, @Nullable String node, String message) {
        return new Finding(severity, code, group, node, message);
    }
}
