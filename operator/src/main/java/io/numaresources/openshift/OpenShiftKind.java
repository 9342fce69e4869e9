package io.numaresources.openshift;

/** Kinds that only some clusters serve, and that are watched only there. */
public enum OpenShiftKind {
    KUBELET_CONFIG("machineconfiguration.openshift.io", "v1", "KubeletConfig", "kubeletconfigs"),
    POOL("machineconfiguration.openshift.io", "v1", "MachineConfigPool", "machineconfigpools"),
    PERFORMANCE_PROFILE("performance.openshift.io", "v2", "PerformanceProfile", "performanceprofiles"),
    /** Of the operator that OpenShift ships, which is another kind of the same name as ours. */
    PEER_OPERATOR("nodetopology.openshift.io", "v1", "NUMAResourcesOperator", "numaresourcesoperators"),
    PEER_SCHEDULER("nodetopology.openshift.io", "v1", "NUMAResourcesScheduler", "numaresourcesschedulers");

    private final String group;
    private final String version;
    private final String kind;
    private final String plural;

    OpenShiftKind(String group, String version, String kind, String plural) {
        this.group = group;
        this.version = version;
        this.kind = kind;
        this.plural = plural;
    }

    public String group() {
        return group;
    }

    public String version() {
        return version;
    }

    public String kind() {
        return kind;
    }

    public String plural() {
        return plural;
    }

    /** Group and version. */
    public String apiVersion() {
        return group + "/" + version;
    }
}
