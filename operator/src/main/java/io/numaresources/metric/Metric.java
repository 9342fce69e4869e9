package io.numaresources.metric;

import java.util.List;

/**
 * Everything that the operator measures, with what it means. Names and labels are part of the API: alerts and dashboards use them. There are few series
 * whatever the size of the cluster: no label has the name of a node or of a pod. {@code docs/metrics.md} is generated from here.
 */
public enum Metric {
    CONDITION(
            "numaresources.condition",
            Kind.GAUGE,
            "1 or 0",
            List.of("type"),
            "Whether a condition of the NUMAResourcesOperator is True."),
    FINDINGS(
            "numaresources.findings",
            Kind.GAUGE,
            "findings",
            List.of("severity", "code"),
            "Findings in the status, by what docs/findings.md lists."),
    GROUP_NODES(
            "numaresources.group.nodes",
            Kind.GAUGE,
            "nodes",
            List.of("group", "state"),
            "Nodes of a group: all, ready, configured, pending a restart of the kubelet, failed, or outliers."),
    NODES(
            "numaresources.nodes",
            Kind.GAUGE,
            "nodes",
            List.of("phase"),
            "NUMANodes by the phase of their kubelet's change."),
    TOPOLOGIES(
            "numaresources.topologies",
            Kind.GAUGE,
            "nodes",
            List.of("state"),
            "NodeResourceTopologies of the groups' nodes: fresh, stale, in conflict, or missing."),
    TOPOLOGY_AGE(
            "numaresources.topology.age",
            Kind.GAUGE,
            "seconds",
            List.of("group"),
            "Time since the last write that changed the oldest NodeResourceTopology of a group. That of an idle node grows without anything being wrong."),
    ZONES_CAPACITY(
            "numaresources.zones.capacity",
            Kind.GAUGE,
            "CPUs, bytes or devices",
            List.of("group", "resource"),
            "What all zones of a group have."),
    ZONES_ALLOCATABLE(
            "numaresources.zones.allocatable",
            Kind.GAUGE,
            "CPUs, bytes or devices",
            List.of("group", "resource"),
            "What pods may have of it."),
    ZONES_AVAILABLE(
            "numaresources.zones.available",
            Kind.GAUGE,
            "CPUs, bytes or devices",
            List.of("group", "resource"),
            "What no pod holds exclusively."),
    LARGEST_SLOT(
            "numaresources.zones.largest.slot",
            Kind.GAUGE,
            "CPUs, bytes or devices",
            List.of("group", "resource"),
            "The most that is available in one zone: a pod that wants more of it is aligned nowhere in the group."),
    STRANDED_CPUS(
            "numaresources.zones.stranded.cpus",
            Kind.GAUGE,
            "share, 0 to 1",
            List.of("group"),
            "Share of the available CPUs that are left over when each zone is filled with pods of a quarter of its allocatable CPUs."),
    PODS_WAITING(
            "numaresources.pods.waiting",
            Kind.GAUGE,
            "pods",
            List.of("reason"),
            "Pods of the schedulers that are not placed, by what alignment has to do with it: fits, no-room, never, unknown, no-node, unanswered."),
    PODS_REJECTED(
            "numaresources.pods.rejected",
            Kind.GAUGE,
            "pods",
            List.of("reason"),
            "Pods of the schedulers that a kubelet refused for alignment and that still exist, by status.reason."),
    GUARD_REJECTIONS(
            "numaresources.guard.rejections",
            Kind.COUNTER,
            "pods",
            List.of("group", "reason"),
            "Pods with a controller that kubelets rejected for alignment since the operator's start, by status.reason."),
    GUARD_REJECTED_PODS(
            "numaresources.guard.rejected.pods",
            Kind.GAUGE,
            "pods",
            List.of("group"),
            "Those of them that still exist, also from before the start."),
    GUARD_STORMS(
            "numaresources.guard.storms",
            Kind.GAUGE,
            "owners",
            List.of("group"),
            "Owners whose pods kubelets of the group reject again and again."),
    GUARD_DELETED_PODS(
            "numaresources.guard.deleted.pods",
            Kind.COUNTER,
            "pods",
            List.of(),
            "Rejected pods that were deleted since the operator's start."),
    PASS(
            "numaresources.pass",
            Kind.TIMER,
            "seconds",
            List.of("outcome"),
            "Passes over the NUMAResourcesOperator and how long they took: done or failed."),
    API_REQUESTS(
            "numaresources.api.requests",
            Kind.COUNTER,
            "requests",
            List.of("method", "code"),
            "Requests to the API server that were answered, watches at their begin, as 1xx; code is 1xx to 5xx.");

    /** What a metric is. */
    public enum Kind {
        GAUGE,
        COUNTER,
        TIMER
    }

    private final String id;
    private final Kind kind;
    private final String unit;
    private final List<String> labels;
    private final String meaning;

    Metric(String id, Kind kind, String unit, List<String> labels, String meaning) {
        this.id = id;
        this.kind = kind;
        this.unit = unit;
        this.labels = labels;
        this.meaning = meaning;
    }

    /** As Micrometer knows it. */
    public String id() {
        return id;
    }

    public Kind kind() {
        return kind;
    }

    public String unit() {
        return unit;
    }

    public List<String> labels() {
        return labels;
    }

    /** What it is a number of. */
    public String meaning() {
        return meaning;
    }

    /** Names of its series as Prometheus reads them. */
    public List<String> series() {
        String name = id.replace('.', '_');
        return switch (kind) {
            case GAUGE -> List.of("seconds".equals(unit) ? name + "_seconds" : name);
            case COUNTER -> List.of(name + "_total");
            case TIMER -> List.of(name + "_seconds_count", name + "_seconds_sum", name + "_seconds_max");
        };
    }
}
