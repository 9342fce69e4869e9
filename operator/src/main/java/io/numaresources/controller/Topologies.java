package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.api.v1alpha1.UpdaterType;
import io.numaresources.platform.TopologyView;
import io.numaresources.platform.TopologyViewList;
import io.numaresources.stack.TopologyFacts;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes NodeResourceTopologies nobody writes any more. It never writes one. */
final class Topologies {
    private static final Logger LOG = LoggerFactory.getLogger(Topologies.class);

    private final KubernetesClient client;
    private final Set<String> everManaged = new HashSet<>();

    Topologies(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Names of objects to remove: those of nodes that left the groups or the cluster, and those that the other updater type
     * left behind once the new one runs everywhere in the group.
     *
     * @param groupOf group of each managed node
     * @param inConflict nodes that more than one group claims, left as they are
     * @param nodes every node of the cluster
     * @param typeOf updater type by group, for groups whose rollout is complete
     */
    synchronized List<String> stale(
            Collection<TopologyFacts> topologies,
            Map<String, String> groupOf,
            Set<String> inConflict,
            Set<String> nodes,
            Map<String, UpdaterType> typeOf) {
        everManaged.addAll(groupOf.keySet());
        return topologies.stream()
                .filter(topology -> !inConflict.contains(topology.name()))
                .filter(topology -> {
                    String group = groupOf.get(topology.name());
                    if (group == null) {
                        return topology.ours()
                                || everManaged.contains(topology.name())
                                || !nodes.contains(topology.name());
                    }
                    UpdaterType wanted = typeOf.get(group);
                    return wanted != null
                            && topology.style().isPresent()
                            && topology.style().get() != wanted;
                })
                .map(TopologyFacts::name)
                .sorted()
                .toList();
    }

    /** Names of the objects that the updaters of this installation wrote. */
    synchronized List<String> managed(Collection<TopologyFacts> topologies, Set<String> members) {
        return topologies.stream()
                .filter(topology ->
                        topology.ours() || members.contains(topology.name()) || everManaged.contains(topology.name()))
                .map(TopologyFacts::name)
                .sorted()
                .toList();
    }

    void delete(List<String> names) {
        for (String name : names) {
            client.resources(TopologyView.class, TopologyViewList.class)
                    .withName(name)
                    .delete();
            LOG.atInfo().addKeyValue("node", name).log("removed a NodeResourceTopology that nobody writes");
        }
    }
}
