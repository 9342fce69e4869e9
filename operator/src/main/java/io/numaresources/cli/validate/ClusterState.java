package io.numaresources.cli.validate;

import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.explain.PublishedTopology;
import io.numaresources.stack.TopologyFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the checks look at.
 *
 * @param serverVersion version of the API server as it tells it
 * @param definition the NodeResourceTopology CRD
 * @param resource the NUMAResourcesOperator
 * @param nodes names of all nodes
 * @param judged nodes to judge, with their group, which is empty without a NUMAResourcesOperator
 * @param kubelets configuration of the judged nodes' kubelets
 * @param topologies published topologies by name
 * @param topologyFacts writers and the like, by name
 * @param fingerprinted names of the topologies that have a fingerprint of their pods
 * @param reports NUMANodes by name
 * @param rejected pods that a kubelet rejected for alignment and that are still there, by node
 */
public record ClusterState(
        String serverVersion,
        Definition definition,
        Optional<NUMAResourcesOperator> resource,
        List<String> nodes,
        Map<String, String> judged,
        Map<String, KubeletReading> kubelets,
        Map<String, PublishedTopology> topologies,
        Map<String, TopologyFacts> topologyFacts,
        Set<String> fingerprinted,
        Map<String, NUMANode> reports,
        Map<String, List<String>> rejected) {

    /**
     * The NodeResourceTopology CRD.
     *
     * @param served versions that are served; none where it isn't there
     * @param stored versions that objects may be stored in
     * @param established whether the API server has taken it in
     */
    public record Definition(List<String> served, List<String> stored, boolean established) {
        /** None. */
        public static final Definition ABSENT = new Definition(List.of(), List.of(), false);
    }

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
