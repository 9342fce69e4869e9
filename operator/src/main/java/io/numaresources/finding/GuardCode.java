package io.numaresources.finding;

import io.numaresources.api.v1alpha1.Severity;

/** What the guard finds in a cluster that is installed as wanted: what its pods, nodes and topologies do. A part of the catalogue. */
public enum GuardCode implements Catalogued {
    REJECTION_STORM(
            "RejectionStorm",
            Severity.WARNING,
            "Kubelets reject the pods of an owner again and again, and its controller makes new ones.",
            "Set schedulerName in the owner's pod template, or ask for what fits into one zone. rejectedPods.action Delete removes what is left."),
    TOPOLOGY_MISSING(
            "TopologyMissing",
            Severity.WARNING,
            "A ready node of a group publishes no NodeResourceTopology, so that the scheduler knows nothing of its zones.",
            "Look at the log of the updater's pod on the node."),
    TOPOLOGY_MALFORMED(
            "TopologyMalformed",
            Severity.WARNING,
            "A NodeResourceTopology is written in a way that the scheduler can't use.",
            "Look who writes it: metadata.managedFields of the object names the writers."),
    TOPOLOGY_CONTRADICTORY(
            "TopologyContradictory",
            Severity.WARNING,
            "A NodeResourceTopology says two things at once: attributes twice, or otherwise than the deprecated topologyPolicies.",
            "Look who writes it: metadata.managedFields of the object names the writers."),
    TOPOLOGY_NOT_LIVE(
            "TopologyNotLive",
            Severity.WARNING,
            "A node publishes another topology manager policy or scope than its kubelet runs, so that pods are placed by the wrong rule.",
            "Restart the updater's pod on the node; with NodeFeatureDiscovery before Kubernetes 1.33 use ResourceTopologyExporter."),
    TOPOLOGY_WRITERS(
            "TopologyWriters",
            Severity.WARNING,
            "More than one program writes the NodeResourceTopology of a node; each overwrites the whole lists of the other.",
            "Stop all but the updater of this operator on the group's nodes."),
    TOPOLOGY_OLD_VERSION(
            "TopologyOldVersion",
            Severity.WARNING,
            "A program writes NodeResourceTopologies in version v1alpha1, which has no attributes: policy, scope and fingerprint are lost, as with koordlet.",
            "Stop that program on the group's nodes, or upgrade it."),
    FINGERPRINT_MISMATCH(
            "FingerprintMismatch",
            Severity.WARNING,
            "What a node publishes is about other pods than those on it, and stays so: the scheduler's cache doesn't accept the node again.",
            "Restart the updater's pod on the node. Where it comes back, compare scheduler.informer with the kubelets' version."),
    FOREIGN_EXCLUSIVE_PODS(
            "ForeignExclusivePods",
            Severity.WARNING,
            "Another scheduler places pods with CPUs of their own on the group's nodes; it doesn't know zones, and races with the one that does.",
            "Set schedulerName in their pod templates, or keep them off with a taint on the group's nodes; kubectl get pods -A --field-selector spec.nodeName=NODE,spec.schedulerName=SCHEDULER lists them."),
    TWO_CPU_ALLOCATORS(
            "TwoCPUAllocators",
            Severity.WARNING,
            "A node's kubelet runs the static CPU manager beside an NRI plugin or a DRA driver that also gives out CPUs: both may give the same ones.",
            "Keep one of the two on the group's nodes: kubelet.cpuManager.policy none, or no such plugin."),
    NODE_DIFFERS(
            "NodeDiffers",
            Severity.WARNING,
            "A node's machine or kubelet configuration differs from that of most nodes of its group, so that pods fit or run otherwise there.",
            "Make it like the others, or put it into a group of its own."),
    NODE_VERSIONS_DIFFER(
            "NodeVersionsDiffer",
            Severity.INFO,
            "A node runs other versions than most nodes of its group: kernel, operating system, kubelet, runtime, firmware or drivers.",
            "Nothing while the group is being upgraded; else upgrade it like the others."),
    POOL_MIXED(
            "PoolMixed",
            Severity.INFO,
            "The nodes of a group have so many different values of something that none is that of most.",
            "Split the group, if pods should find the same everywhere.");

    private final String code;
    private final Severity severity;
    private final String meaning;
    private final String remedy;

    GuardCode(String code, Severity severity, String meaning, String remedy) {
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
