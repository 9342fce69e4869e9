package io.numaresources.stack;

import io.numaresources.api.v1alpha1.NodeGroup;
import java.util.Optional;

/**
 * A group and what is known of its nodes.
 *
 * @param group the group of the spec
 * @param nodes number of nodes that it selects
 * @param zones highest number of NUMA nodes seen on a node of the group, 0 where nothing is published yet
 * @param oldestKubelet oldest kubelet version of the group, empty without nodes
 * @param newestKubelet newest kubelet version of the group, empty without nodes
 * @param frozen whether the group's objects are left as they are, because it shares nodes with another group or has a value that
 *     this version does not know
 */
public record GroupFacts(
        NodeGroup group,
        int nodes,
        int zones,
        Optional<KubernetesVersion> oldestKubelet,
        Optional<KubernetesVersion> newestKubelet,
        boolean frozen) {}
