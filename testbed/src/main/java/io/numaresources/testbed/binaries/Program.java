package io.numaresources.testbed.binaries;

import java.util.Optional;

/** A program of the control plane, of emulated machines, or one that installs or judges what is installed, and where its Go source is. */
public enum Program {
    ETCD("etcd", "cluster", "go.etcd.io/etcd/server/v3"),
    KUBE_APISERVER("kube-apiserver", "cluster", "k8s.io/kubernetes/cmd/kube-apiserver"),
    KUBE_CONTROLLER_MANAGER("kube-controller-manager", "cluster", "k8s.io/kubernetes/cmd/kube-controller-manager"),
    /** The scheduler with the NodeResourceTopologyMatch plugin; without its profile it is the default one. */
    KUBE_SCHEDULER("kube-scheduler", "cluster", "sigs.k8s.io/scheduler-plugins/cmd/scheduler"),
    /** Makes nodes without a machine Ready and runs their pods. */
    KWOK("kwok", "kwok", "sigs.k8s.io/kwok/cmd/kwok"),
    /** Kubelets of simulated machines. */
    SIMNODE("simnode", "cluster", "./simnode"),
    /** Creates load on simulated machines. */
    SIMLOAD("simload", "cluster", "./simload"),
    /** Answers /version with another version before an API server. */
    VERSIONPROXY("versionproxy", "cluster", "./versionproxy"),
    /** Answers for the kubelet and the scheduler plugin, as the oracle of the operator's verdict engine. */
    VERDICTS("verdicts", "cluster", "./verdicts"),
    /** Renders config/. */
    KUSTOMIZE("kustomize", "kustomize", "sigs.k8s.io/kustomize/kustomize/v5"),
    /** Lints, renders and installs the chart. */
    HELM("helm", "helm", "helm.sh/helm/v3/cmd/helm"),
    /** Judges an OLM bundle with the code of OLM's own tools. */
    BUNDLECHECK("bundlecheck", "bundlecheck", "."),
    /** The built-in tests of operator-sdk's scorecard, as its image has them. */
    SCORECARD_TEST("scorecard-test", "scorecard", "github.com/operator-framework/operator-sdk/images/scorecard-test"),
    /** The controller of OLM that installs what a ClusterServiceVersion names. */
    OLM("olm", "olm", "github.com/operator-framework/operator-lifecycle-manager/cmd/olm"),
    /** Checks and tests alerts. */
    PROMTOOL("promtool", "prometheus", "github.com/prometheus/prometheus/cmd/promtool"),
    /** Answers the queries of the dashboard. */
    RANGES("ranges", "prometheus", "./ranges"),
    /** Runs on emulated machines. */
    KUBELET("kubelet", "cluster", "k8s.io/kubernetes/cmd/kubelet"),
    /** Publishes zones from pods of emulated machines. */
    NFD_TOPOLOGY_UPDATER(
            "nfd-topology-updater", "machine", "sigs.k8s.io/node-feature-discovery/cmd/nfd-topology-updater"),
    /** Holds the namespaces of pods on emulated machines. */
    PAUSE("pause", "machine", "./pause"),
    /** Keeps which CPUs a kubelet gives to whom, on machines that are containers. */
    CPUSETS("cpusets", "cpusets", "."),
    /** Asks a kubelet, on its machine, which CPUs it gives to whom. */
    PODRESOURCES("podresources", "cluster", "./podresources"),
    ;

    private final String fileName;
    private final String module;
    private final String source;

    Program(String fileName, String module, String source) {
        this.fileName = fileName;
        this.module = module;
        this.source = source;
    }

    /** Name of the executable. */
    public String fileName() {
        return fileName;
    }

    /** Folder below testbed/go with the module that has this program. */
    String module() {
        return module;
    }

    /** What {@code go build} is given. */
    String source() {
        return source;
    }

    /** Folder of the program's own sources inside the module, for programs of this project. */
    Optional<String> ownSources() {
        return source.startsWith(".") ? Optional.of(source.replaceFirst("^\\./?", "")) : Optional.empty();
    }

    /** Whether a folder named by KUBEBUILDER_ASSETS may provide it: those schedulers lack the plugin. */
    boolean maybeInAssets() {
        return switch (this) {
            case ETCD, KUBE_APISERVER, KUBE_CONTROLLER_MANAGER -> true;
            default -> false;
        };
    }

    /** Whether only machines need it. */
    public boolean onMachines() {
        return switch (this) {
            case KUBELET, NFD_TOPOLOGY_UPDATER, PAUSE, CPUSETS, PODRESOURCES -> true;
            default -> false;
        };
    }

    /** Whether no test needs it, so that it is built when somebody asks for it. */
    public boolean onDemand() {
        return this == RANGES;
    }

    /** Build tags, separated by commas. */
    String buildTags() {
        // without the clients of all clouds, which check no alert and take most of the time
        return this == PROMTOOL ? "remove_all_sd" : "";
    }

    /** What the linker is told beside the Kubernetes version. */
    String linkerFlags() {
        // without the prefix the updater looks for the host's files in its own container and exits
        return this == NFD_TOPOLOGY_UPDATER
                ? " -X sigs.k8s.io/node-feature-discovery/pkg/utils/hostpath.pathPrefix=/host-"
                : "";
    }
}
