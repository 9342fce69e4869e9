package io.numaresources.stack;

import io.numaresources.api.v1alpha1.NodeGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which nodes belong to which group.
 *
 * @param groups nodes by group name, in the order of the spec
 * @param conflicts names of the groups that claim a node, by node, for nodes that more than one group claims
 */
public record Membership(Map<String, List<NodeFacts>> groups, SortedMap<String, List<String>> conflicts) {

    /** Assigns nodes to groups. A group by machine-config pool has the labels of the pool by now, or no nodes. */
    public static Membership of(List<NodeGroup> groups, Collection<NodeFacts> nodes) {
        var members = new LinkedHashMap<String, List<NodeFacts>>();
        groups.forEach(group -> members.put(group.name(), new ArrayList<>()));
        var conflicts = new TreeMap<String, List<String>>();
        for (NodeFacts node : nodes) {
            var claims = groups.stream()
                    .filter(group ->
                            group.nodeSelector() != null && Selectors.matches(group.nodeSelector(), node.labels()))
                    .map(NodeGroup::name)
                    .toList();
            claims.forEach(group -> members.get(group).add(node));
            if (claims.size() > 1) {
                conflicts.put(node.name(), claims);
            }
        }
        return new Membership(members, conflicts);
    }

    /** Groups that share a node with another group. */
    public Set<String> conflictingGroups() {
        return conflicts.values().stream().flatMap(List::stream).collect(Collectors.toSet());
    }

    /** Group of each node that exactly one group claims. */
    public Map<String, String> groupOfNode() {
        var groupOf = new TreeMap<String, String>();
        groups.forEach((group, nodes) -> nodes.forEach(node -> groupOf.put(node.name(), group)));
        conflicts.keySet().forEach(groupOf::remove);
        return groupOf;
    }
}
