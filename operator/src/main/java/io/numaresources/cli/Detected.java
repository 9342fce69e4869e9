package io.numaresources.cli;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.numaresources.cli.validate.ClusterState;
import io.numaresources.platform.TopologyView;
import io.numaresources.platform.TopologyViewList;
import io.numaresources.stack.KubernetesVersion;
import io.numaresources.stack.VersionMatrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster is.
 *
 * @param platform Kubernetes, OpenShift, HyperShift or MicroShift
 * @param distribution who made it, where it tells
 * @param version of the API server
 * @param platformVersion of OpenShift
 * @param supported whether the version matrix has this version
 * @param kubelets number of nodes by version of the kubelet
 * @param machineConfig whether there are machine-config pools
 * @param topologyVersions served versions of the NodeResourceTopology CRD
 * @param topologies number of NodeResourceTopologies
 * @param installed whether there is a NUMAResourcesOperator
 */
record Detected(
        String platform,
        String distribution,
        String version,
        @Nullable String platformVersion,
        boolean supported,
        SortedMap<String, Long> kubelets,
        boolean machineConfig,
        List<String> topologyVersions,
        int topologies,
        boolean installed) {
    static final String TOPOLOGY_CRD = "noderesourcetopologies.topology.node.k8s.io";

    static Detected in(KubernetesClient client) {
        var version = client.getKubernetesVersion().getGitVersion();
        var nodes = client.nodes().list().getItems();
        var openShift = openShift(client, "clusterversions", "version");
        return new Detected(
                openShift
                        .map(found -> hosted(client) ? "HyperShift" : "OpenShift")
                        .orElseGet(
                                () -> client.hasApiGroup("security.openshift.io", true) ? "MicroShift" : "Kubernetes"),
                distribution(version, nodes),
                version,
                openShift
                        .map(found -> found.<String>get("status", "desired", "version"))
                        .orElse(null),
                VersionMatrix.load().supports(KubernetesVersion.parse(version)),
                nodes.stream()
                        .map(node -> node.getStatus().getNodeInfo())
                        .filter(info -> info != null && info.getKubeletVersion() != null)
                        .collect(Collectors.groupingBy(
                                info -> info.getKubeletVersion(), TreeMap::new, Collectors.counting())),
                client.hasApiGroup("machineconfiguration.openshift.io", true),
                definition(client).served(),
                Snapshot.known(() -> client.resources(TopologyView.class, TopologyViewList.class)
                                .list()
                                .getItems())
                        .size(),
                Snapshot.resource(client).isPresent());
    }

    /** Served versions of the NodeResourceTopology CRD; none where it doesn't exist. */
    static ClusterState.Definition definition(KubernetesClient client) {
        return Optional.ofNullable(client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName(TOPOLOGY_CRD)
                        .get())
                .map(crd -> new ClusterState.Definition(
                        crd.getSpec().getVersions().stream()
                                .filter(served -> Boolean.TRUE.equals(served.getServed()))
                                .map(served -> served.getName())
                                .sorted()
                                .toList(),
                        crd.getStatus() == null
                                ? List.of()
                                : List.copyOf(crd.getStatus().getStoredVersions()),
                        crd.getStatus() != null
                                && crd.getStatus().getConditions().stream()
                                        .anyMatch(condition -> "Established".equals(condition.getType())
                                                && "True".equals(condition.getStatus()))))
                .orElse(ClusterState.Definition.ABSENT);
    }

    /** A control plane outside of the cluster: Infrastructure says External. */
    static boolean hosted(KubernetesClient client) {
        return openShift(client, "infrastructures", "cluster")
                .map(found -> found.<String>get("status", "controlPlaneTopology"))
                .filter("External"::equals)
                .isPresent();
    }

    private static Optional<GenericKubernetesResource> openShift(KubernetesClient client, String plural, String name) {
        var context = new ResourceDefinitionContext.Builder()
                .withGroup("config.openshift.io")
                .withVersion("v1")
                .withPlural(plural)
                .withNamespaced(false)
                .build();
        try {
            return Optional.ofNullable(
                    client.genericKubernetesResources(context).withName(name).get());
        } catch (KubernetesClientException e) {
            if (e.getCode() == 404) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** By the suffix of the version, by labels of the cloud, or by what a node says of its system. */
    static String distribution(String version, List<Node> nodes) {
        for (var suffix : Map.of("+k3s", "k3s", "+rke2", "RKE2", "-eks-", "EKS", "-gke.", "GKE")
                .entrySet()) {
            if (version.contains(suffix.getKey())) {
                return suffix.getValue();
            }
        }
        if (any(nodes, node -> label(node, "kubernetes.azure.com/cluster"))) {
            return "AKS";
        }
        if (any(
                nodes,
                node -> node.getStatus().getNodeInfo() != null
                        && String.valueOf(node.getStatus().getNodeInfo().getOsImage())
                                .startsWith("Talos"))) {
            return "Talos";
        }
        if (any(
                nodes,
                node -> node.getSpec() != null
                        && String.valueOf(node.getSpec().getProviderID()).startsWith("kind://"))) {
            return "kind";
        }
        return "unknown";
    }

    private static boolean any(List<Node> nodes, Function<Node, Boolean> test) {
        return nodes.stream().anyMatch(test::apply);
    }

    private static boolean label(Node node, String name) {
        var labels = node.getMetadata().getLabels();
        return labels != null && labels.containsKey(name);
    }

    String text() {
        var table = new Table("WHAT", "IS");
        table.row("platform", platform + (platformVersion == null ? "" : " " + platformVersion));
        table.row("distribution", distribution);
        table.row("API server", version + (supported ? "" : " (outside of the version matrix)"));
        table.row(
                "kubelets",
                kubelets.entrySet().stream()
                        .map(kubelet -> kubelet.getKey() + " on " + kubelet.getValue())
                        .collect(Collectors.joining(", ")));
        table.row("machine-config pools", machineConfig ? "yes" : "no");
        table.row(
                "NodeResourceTopology",
                topologyVersions.isEmpty()
                        ? "no CRD"
                        : String.join(", ", topologyVersions) + ", " + topologies + " objects");
        table.row("NUMAResourcesOperator", installed ? "yes" : "no");
        return table.toString();
    }
}
