package io.numaresources.openshift;

import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.stack.NodeFacts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The pool through which the kubelets of a group are configured.
 *
 * @param pool the pool
 * @param refusal why there is none: what is wrong and what to do
 */
public record GroupPool(Optional<MachinePool> pool, String refusal) {
    private static final int SHOWN = 3;

    /**
     * Finds the pool of a group: the one that it names, or the one that has the same nodes. A KubeletConfig reaches all nodes of its pool, so that a
     * group of some of them can't be configured.
     *
     * @param members the nodes of the group
     * @param everyNode all nodes of the cluster
     */
    public static GroupPool of(NodeGroup group, List<NodeFacts> members, List<NodeFacts> everyNode, PoolNodes pools) {
        if (group.machineConfigPool() != null) {
            var named = pools.find(group.machineConfigPool());
            return named.isPresent()
                    ? new GroupPool(named, "")
                    : none("there is no machine-config pool %s: correct the name", group.machineConfigPool());
        }
        var owners = members.stream()
                .flatMap(node -> pools.of(node).stream())
                .map(MachinePool::name)
                .distinct()
                .sorted()
                .toList();
        if (owners.size() != 1) {
            return none(
                    owners.isEmpty()
                            ? "no machine-config pool has the nodes of the group: name one in machineConfigPool%s"
                            : "the nodes of the group are in the machine-config pools %s: make a group of each, or name one in machineConfigPool",
                    owners.isEmpty() ? "" : String.join(", ", owners));
        }
        var names = members.stream().map(NodeFacts::name).collect(Collectors.toSet());
        var strangers = pools.byPool(everyNode).getOrDefault(owners.getFirst(), List.of()).stream()
                .map(NodeFacts::name)
                .filter(node -> !names.contains(node))
                .toList();
        var outside = members.stream().filter(node -> pools.of(node).isEmpty()).toList();
        if (!strangers.isEmpty() || !outside.isEmpty()) {
            return none(
                    "machine-config pool %s and the group don't have the same nodes (%s): a KubeletConfig reaches all nodes of a pool, so use machineConfigPool, or make a pool of these nodes alone",
                    owners.getFirst(),
                    (strangers.isEmpty() ? outside.stream().map(NodeFacts::name) : strangers.stream())
                            .limit(SHOWN)
                            .collect(Collectors.joining(", ")));
        }
        return new GroupPool(pools.find(owners.getFirst()), "");
    }

    private static GroupPool none(String text, Object... arguments) {
        return new GroupPool(Optional.empty(), text.formatted(arguments));
    }
}
