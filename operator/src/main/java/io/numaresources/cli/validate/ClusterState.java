package io.numaresources.cli.validate;

import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.explain.PublishedTopology;
import io.numaresources.stack.TopologyFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the checks look at.
 *
 * @param serverVersion version of the API server as it tells it
 * @param topologyVersions served versions of the NodeResourceTopology CRD
 * @param resource the NUMAResourcesOperator
 * @param nodes names of all nodes
 * @param judged nodes to judge, with their group, which is empty without a NUMAResourcesOperator
 * @param kubelets configuration of the judged nodes' kubelets
 * @param topologies published topologies by name
 * @param topologyFacts writers and the like, by name
 * @param reports NUMANodes by name
 */
public record ClusterState(
        String serverVersion,
        List<String> topologyVersions,
        Optional<NUMAResourcesOperator> resource,
        List<String> nodes,
        Map<String, String> judged,
        Map<String, KubeletReading> kubelets,
        Map<String, PublishedTopology> topologies,
        Map<String, TopologyFacts> topologyFacts,
        Map<String, NUMANode> reports) {

    /** A kubelet's configuration, or why it can't be read. */
    public sealed interface KubeletReading {}

    /**
     * A configuration.
     *
     * @param fields the object kubeletconfig of an answer of configz
     */
    public record Configuration(Map<String, Object> fields) implements KubeletReading {}

    /**
     * None.
     *
     * @param reason why
     */
    public record Unreadable(String reason) implements KubeletReading {}
}
