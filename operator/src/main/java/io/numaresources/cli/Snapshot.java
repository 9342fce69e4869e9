package io.numaresources.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.explain.Candidate;
import io.numaresources.explain.NodeDetails;
import io.numaresources.explain.NodePlace;
import io.numaresources.guard.NodeProfile;
import io.numaresources.guard.PoolConsistency;
import io.numaresources.platform.TopologyView;
import io.numaresources.platform.TopologyViewList;
import io.numaresources.stack.KubernetesVersion;
import io.numaresources.stack.Membership;
import io.numaresources.stack.NodeFacts;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A cluster as it stands, read once.
 *
 * @param resource the NUMAResourcesOperator, where there is one
 * @param nodes every Node, by name
 * @param topologies every NodeResourceTopology, by name
 * @param pods pods by the node that they are bound to
 * @param reports every NUMANode, by name
 */
record Snapshot(
        Optional<NUMAResourcesOperator> resource,
        List<Node> nodes,
        Map<String, TopologyView> topologies,
        Map<String, List<Pod>> pods,
        Map<String, NUMANode> reports) {
    private static final int NOT_FOUND = 404;

    /** Reads it; kinds that the cluster doesn't have are empty. */
    static Snapshot of(KubernetesClient client) {
        var nodes = client.nodes().list().getItems().stream()
                .sorted(Comparator.comparing(node -> node.getMetadata().getName()))
                .toList();
        return new Snapshot(
                resource(client)
                        .map(stored -> hasPools(stored)
                                ? OpenShiftReading.pools(client).resolve(stored)
                                : stored),
                nodes,
                byName(known(() -> client.resources(TopologyView.class, TopologyViewList.class)
                        .list()
                        .getItems())),
                client.pods().inAnyNamespace().withoutField("spec.nodeName", "").list().getItems().stream()
                        .collect(Collectors.groupingBy(pod -> pod.getSpec().getNodeName())),
                byName(known(() -> client.resources(NUMANode.class).list().getItems())));
    }

    /** Whether a group names a machine-config pool, so that pools have to be read. */
    static boolean hasPools(NUMAResourcesOperator resource) {
        return resource.getSpec().nodeGroups().stream().anyMatch(group -> group.machineConfigPool() != null);
    }

    /** The one NUMAResourcesOperator of a cluster. */
    static Optional<NUMAResourcesOperator> resource(KubernetesClient client) {
        try {
            return Optional.ofNullable(client.resources(NUMAResourcesOperator.class)
                    .withName(NUMAResourcesOperator.NAME)
                    .get());
        } catch (KubernetesClientException e) {
            if (e.getCode() == NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The list, which is empty where the kind isn't served. */
    static <T> List<T> known(Supplier<List<T>> list) {
        try {
            return list.get();
        } catch (KubernetesClientException e) {
            if (e.getCode() == NOT_FOUND) {
                return List.of();
            }
            throw e;
        }
    }

    private static <T extends HasMetadata> Map<String, T> byName(List<T> objects) {
        return objects.stream()
                .collect(Collectors.toMap(
                        object -> object.getMetadata().getName(), Function.identity(), (a, b) -> a, TreeMap::new));
    }

    /** The nodes as verdicts want them. */
    List<Candidate> candidates() {
        return nodes.stream().map(this::candidate).toList();
    }

    private Candidate candidate(Node node) {
        var name = node.getMetadata().getName();
        return Candidate.of(
                NodePlace.of(node),
                Optional.ofNullable(topologies.get(name)).map(TopologyView::published),
                NodeDetails.of(node, pods.getOrDefault(name, List.of()), Optional.ofNullable(reports.get(name))));
    }

    /** The nodes as plans want them. */
    List<NodeFacts> facts() {
        return nodes.stream()
                .map(node -> {
                    var place = NodePlace.of(node);
                    boolean schedulable = !place.cordoned()
                            && place.taints().stream()
                                    .noneMatch(taint ->
                                            "NoSchedule".equals(taint.effect()) || "NoExecute".equals(taint.effect()));
                    return new NodeFacts(
                            place.name(), place.labels(), place.ready(), schedulable, kubelet(node), state(node));
                })
                .toList();
    }

    private static NodeFacts.State state(Node node) {
        var info = Optional.ofNullable(node.getStatus()).map(status -> status.getNodeInfo());
        return new NodeFacts.State(
                Boolean.TRUE.equals(node.getSpec().getUnschedulable()),
                info.map(NodeSystemInfo::getBootID).orElse(""),
                info.map(NodeSystemInfo::getKubeletVersion).orElse(""),
                Optional.empty(),
                Optional.empty(),
                info.map(Snapshot::software).orElse(NodeFacts.Software.UNKNOWN));
    }

    private static NodeFacts.Software software(NodeSystemInfo info) {
        return new NodeFacts.Software(
                Objects.requireNonNullElse(info.getKernelVersion(), ""),
                Objects.requireNonNullElse(info.getOsImage(), ""),
                Objects.requireNonNullElse(info.getContainerRuntimeVersion(), ""),
                Objects.requireNonNullElse(info.getArchitecture(), ""));
    }

    private static Optional<KubernetesVersion> kubelet(Node node) {
        return Optional.ofNullable(node.getStatus())
                .map(status -> status.getNodeInfo())
                .map(info -> info.getKubeletVersion())
                .filter(version -> !version.isBlank())
                .map(KubernetesVersion::parse);
    }

    /** How alike the nodes of each group are; without a NUMAResourcesOperator all nodes are one group without a name. */
    List<PoolConsistency> pools() {
        var facts = facts();
        var groups = resource.map(found ->
                        Membership.of(found.getSpec().nodeGroups(), facts).groups())
                .orElseGet(() -> Map.of("", facts));
        return groups.entrySet().stream()
                .map(group -> PoolConsistency.of(
                        group.getKey(),
                        group.getValue().stream().map(this::profile).toList()))
                .toList();
    }

    private NodeProfile profile(NodeFacts node) {
        return NodeProfile.of(
                node,
                Optional.ofNullable(topologies.get(node.name())).map(TopologyView::published),
                Optional.ofNullable(reports.get(node.name())).map(NUMANode::getStatus));
    }

    /** Group of each node, without a NUMAResourcesOperator none. */
    Map<String, String> groups() {
        return resource.map(found ->
                        Membership.of(found.getSpec().nodeGroups(), facts()).groupOfNode())
                .orElse(Map.of());
    }
}
