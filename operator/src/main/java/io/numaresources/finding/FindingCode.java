package io.numaresources.finding;

import io.numaresources.api.v1alpha1.Severity;

/**
 * Everything that can be found, with what it means and what to do about it. Codes are part of the API: alerts and scripts name
 * them, so they are never renamed. {@code docs/findings.md} is generated from here.
 */
public enum FindingCode implements Catalogued {
    OVERLAPPING_GROUPS(
            "OverlappingGroups",
            Severity.ERROR,
            "A node is selected by more than one group; these groups are left as they are.",
            "Change a nodeSelector or a label, so that each node is in one group."),
    UNKNOWN_VALUE(
            "UnknownValue",
            Severity.ERROR,
            "The spec has a value that a newer version of the operator wrote and this one does not know. What it governs is left as it is: the group, or everything where it is outside of the groups.",
            "Upgrade the operator, or set a value that this version knows."),
    UNKNOWN_POOL(
            "UnknownPool",
            Severity.WARNING,
            "The machine-config pool of a group is not known in this cluster.",
            "Correct the name, or use nodeSelector."),
    EMPTY_GROUP(
            "EmptyGroup",
            Severity.WARNING,
            "No node has the labels that a group selects.",
            "Label nodes, or correct nodeSelector."),
    RESERVED_CPUS_REVERSED(
            "ReservedCPUsReversed",
            Severity.ERROR,
            "A range of reserved.cpus goes downwards, such as 5-2; the kubelet would not start with it.",
            "Write the smaller number first."),
    RESERVED_CPUS_REPEATED(
            "ReservedCPUsRepeated",
            Severity.WARNING,
            "reserved.cpus names a CPU more than once; the kubelet takes it once, so fewer CPUs may be kept back than meant.",
            "Name each CPU once."),
    KUBELET_NOT_WRITTEN("KubeletNotWritten", Severity.INFO),
    KUBELET_MANAGED("KubeletManaged", Severity.WARNING),
    KUBELET_NOT_READ("KubeletNotRead", Severity.ERROR),
    PREFLIGHT_FAILED("PreflightFailed", Severity.ERROR),
    ROLLOUT_FROZEN("RolloutFrozen", Severity.ERROR),
    NODE_BROKEN("NodeBroken", Severity.ERROR),
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
    TOPOLOGY_CRD_MISSING(
            "TopologyCRDMissing",
            Severity.ERROR,
            "topologyCRD.management is Unmanaged and the NodeResourceTopology CRD does not exist.",
            "Install it, or set Managed."),
    TOPOLOGY_CRD_ADOPTED(
            "TopologyCRDAdopted",
            Severity.INFO,
            "The NodeResourceTopology CRD was installed by someone else and is used as it is.",
            "Nothing; whoever installed it updates and removes it."),
    TOPOLOGY_CRD_REPLACED(
            "TopologyCRDReplaced",
            Severity.WARNING,
            "The NodeResourceTopology CRD of someone else could not be used and was corrected.",
            "Look at what else uses the CRD in its former shape."),
    KUBERNETES_VERSION_UNSUPPORTED(
            "KubernetesVersionUnsupported",
            Severity.WARNING,
            "The API server's version is outside of the version matrix; what fits the nearest version runs.",
            "Upgrade the operator or the cluster, whichever is older."),
    OPERATOR_DOWNGRADED(
            "OperatorDowngraded",
            Severity.WARNING,
            "A newer version of the operator has served the resource. What only that one knows stays as it is: CRDs, fields of the spec, objects of kinds that this version does not watch. Updaters and scheduler are rolled back to this version's images.",
            "Delete the objects that the message names, or upgrade again. To settle for the older version, remove status.versions.newestOperator."),
    MIXED_KUBELETS(
            "MixedKubelets",
            Severity.WARNING,
            "Kubelets are on both sides of the version at which the scheduler must read pods in another way.",
            "Bring all groups to one side."),
    INFORMER_MISMATCH(
            "InformerMismatch",
            Severity.WARNING,
            "scheduler.informer is the wrong one for these kubelets: scheduling stalls after a Job completes.",
            "Use Auto."),
    SCHEDULER_OLDER_THAN_SERVER(
            "SchedulerOlderThanServer",
            Severity.INFO,
            "The newest published scheduler image is more than one minor version older than the API server.",
            "Nothing, or build a newer one and name it in scheduler.image."),
    SCHEDULER_NEWER_THAN_SERVER(
            "SchedulerNewerThanServer",
            Severity.ERROR,
            "scheduler.image is newer than the API server and would never schedule; the image of the matrix runs instead.",
            "Remove scheduler.image, or name one that is not newer than the server."),
    SCHEDULER_IMAGE_TOO_OLD(
            "SchedulerImageTooOld",
            Severity.ERROR,
            "scheduler.image is older than this operator can configure; the image of the matrix runs instead.",
            "Remove scheduler.image, or name a newer one."),
    SCHEDULER_IMAGE_VERSION_UNKNOWN(
            "SchedulerImageVersionUnknown",
            Severity.INFO,
            "The tag of scheduler.image tells no version; it is configured as the image of the matrix.",
            "Use a tag such as v0.34.7."),
    PREEMPTION_UNSUPPORTED(
            "PreemptionUnsupported",
            Severity.WARNING,
            "No published scheduler image knows NUMA-aware preemption; it is left out.",
            "Set scheduler.preemption to Disabled."),
    RESYNC_PERIOD_SHORT(
            "ResyncPeriodShort",
            Severity.INFO,
            "scheduler.cacheResyncPeriod asks the API server often and gains nothing.",
            "Use 5s or more."),
    UPDATER_IMAGE_TOO_OLD(
            "UpdaterImageTooOld",
            Severity.ERROR,
            "updater.image is older than this operator can configure; the image of the matrix runs instead.",
            "Remove updater.image, or name a newer one."),
    UPDATER_IMAGE_VERSION_UNKNOWN(
            "UpdaterImageVersionUnknown",
            Severity.INFO,
            "The tag of updater.image tells no version; it gets the flags of the image of the matrix.",
            "Use a tag such as v0.18.3."),
    TOPOLOGY_POLICY_FROM_FILE(
            "TopologyPolicyFromFile",
            Severity.INFO,
            "ResourceTopologyExporter reads the topology policy from the kubelet's file, without drop-ins and defaults.",
            "Set kubelet.topologyManager of the group, with provider None to only observe."),
    DROP_IN_NOT_PUBLISHED(
            "DropInNotPublished",
            Severity.WARNING,
            "NodeFeatureDiscovery can not see drop-in files of older kubelets and may publish the former topology policy.",
            "Use updater.type ResourceTopologyExporter for the group, or upgrade its kubelets."),
    POD_EXCLUDE_UNSUPPORTED(
            "PodExcludeUnsupported",
            Severity.ERROR,
            "NodeFeatureDiscovery can not leave pods out; exclude.pods has no effect.",
            "Remove it, or use updater.type ResourceTopologyExporter."),
    FINGERPRINTING_UNSUPPORTED(
            "FingerprintingUnsupported",
            Severity.ERROR,
            "NodeFeatureDiscovery fingerprints all pods only; All is in force.",
            "Use Auto, or updater.type ResourceTopologyExporter."),
    FINGERPRINTING_DISABLED(
            "FingerprintingDisabled",
            Severity.ERROR,
            "Without fingerprints the scheduler's cache would never accept a node again; Auto is in force.",
            "Use Auto, or set scheduler.enabled to false."),
    FOREIGN_PODS_STALL_NODES(
            "ForeignPodsStallNodes",
            Severity.WARNING,
            "Each pod of another scheduler blocks its node until it is published again, which takes long.",
            "Use scheduler.foreignPods OnlyExclusiveResources, or a refresh period of at most 10s."),
    REFRESH_BY_EVENTS_ONLY(
            "RefreshByEventsOnly",
            Severity.INFO,
            "Nodes are published on events only, so idle ones may never be.",
            "Use refresh.mode PeriodicAndEvents.");

    private final String code;
    private final Severity severity;
    private final String meaning;
    private final String remedy;

    /** One whose texts are in findings.properties. */
    FindingCode(String code, Severity severity) {
        this(code, severity, FindingTexts.of(code + ".meaning"), FindingTexts.of(code + ".remedy"));
    }

    FindingCode(String code, Severity severity, String meaning, String remedy) {
        this.code = code;
        this.severity = severity;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public Severity severity() {
        return severity;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public String remedy() {
        return remedy;
    }
}
