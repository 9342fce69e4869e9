package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirementBuilder;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.Selectors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which node belongs to which pool. A node may match several: master goes before a custom pool, and a custom pool before worker
 * (machine-config-operator, pkg/helpers GetPoolsForNode).
 *
 * @param pools all pools of the cluster
 */
public record PoolNodes(List<MachinePool> pools) {
    private static final String MASTER = "master";
    private static final String WORKER = "worker";

    /** All pools, in an order that doesn't change. */
    public static PoolNodes of(Collection<MachinePool> pools) {
        return new PoolNodes(
                pools.stream().sorted(Comparator.comparing(MachinePool::name)).toList());
    }

    /** A pool by its name. */
    public Optional<MachinePool> find(String name) {
        return pools.stream().filter(pool -> pool.name().equals(name)).findFirst();
    }

    /** The pool of a node; absent where none takes it, or several custom pools do, which the machine-config operator refuses. */
    public Optional<MachinePool> of(NodeFacts node) {
        var claims = pools.stream()
                .filter(pool -> pool.nodes()
                        .filter(selector -> Selectors.matches(selector, node.labels()))
                        .isPresent())
                .toList();
        int best = claims.stream().mapToInt(PoolNodes::rank).max().orElse(0);
        var winners = claims.stream().filter(pool -> rank(pool) == best).toList();
        return winners.size() == 1 ? Optional.of(winners.getFirst()) : Optional.empty();
    }

    /** Nodes by the name of their pool. */
    public Map<String, List<NodeFacts>> byPool(Collection<NodeFacts> nodes) {
        var members = new TreeMap<String, List<NodeFacts>>();
        nodes.stream()
                .sorted(Comparator.comparing(NodeFacts::name))
                .forEach(node -> of(node).ifPresent(
                                pool -> members.computeIfAbsent(pool.name(), name -> new ArrayList<>())
                                        .add(node)));
        return members;
    }

    /** A group that names a pool, with the labels that the pool's nodes have; any other group, and one whose pool is not known, as it is. */
    public NodeGroup resolve(NodeGroup group) {
        return Optional.ofNullable(group.machineConfigPool())
                .flatMap(this::find)
                .flatMap(this::selector)
                .map(selector -> new NodeGroup(
                        group.name(),
                        selector,
                        group.machineConfigPool(),
                        group.kubelet(),
                        group.rollout(),
                        group.updater(),
                        group.outliers()))
                .orElse(group);
    }

    /**
     * A resource whose groups that name a pool have the labels of its nodes, so that everything else need not know pools. It is to work from, never to be
     * written; the stored one where no group names a pool that is known.
     */
    public NUMAResourcesOperator resolve(NUMAResourcesOperator stored) {
        var spec = stored.getSpec();
        var groups = spec.nodeGroups().stream().map(this::resolve).toList();
        if (groups.equals(spec.nodeGroups())) {
            return stored;
        }
        var resolved = new NUMAResourcesOperator();
        resolved.setMetadata(stored.getMetadata());
        resolved.setSpec(new NUMAResourcesOperatorSpec(
                groups,
                spec.updater(),
                spec.scheduler(),
                spec.rejectedPods(),
                spec.topologyCRD(),
                spec.imageRegistry(),
                spec.imagePullSecrets(),
                spec.priorityClassName(),
                spec.paused(),
                spec.unknownValues()));
        resolved.setStatus(stored.getStatus());
        return resolved;
    }

    /** Labels of the nodes that a pool has after those with precedence took theirs. */
    Optional<LabelSelector> selector(MachinePool pool) {
        return pool.nodes().map(own -> {
            var builder = new LabelSelectorBuilder(own);
            pools.stream()
                    .filter(other -> rank(other) > rank(pool))
                    .flatMap(other -> other.nodes().stream())
                    .flatMap(selector -> unlike(selector).stream())
                    .forEach(builder::addToMatchExpressions);
            return builder.build();
        });
    }

    /** The opposite of a selector with one requirement; that of several can't be said in a selector. */
    private static Optional<LabelSelectorRequirement> unlike(LabelSelector selector) {
        var labels = selector.getMatchLabels() == null ? Map.<String, String>of() : selector.getMatchLabels();
        var expressions = selector.getMatchExpressions() == null
                ? List.<LabelSelectorRequirement>of()
                : selector.getMatchExpressions();
        if (labels.size() + expressions.size() != 1) {
            return Optional.empty();
        }
        if (!labels.isEmpty()) {
            var label = labels.entrySet().iterator().next();
            return Optional.of(requirement(label.getKey(), "NotIn", List.of(label.getValue())));
        }
        var only = expressions.getFirst();
        return switch (only.getOperator()) {
            case "In" -> Optional.of(requirement(only.getKey(), "NotIn", only.getValues()));
            case "NotIn" -> Optional.of(requirement(only.getKey(), "In", only.getValues()));
            case "Exists" -> Optional.of(requirement(only.getKey(), "DoesNotExist", List.of()));
            case "DoesNotExist" -> Optional.of(requirement(only.getKey(), "Exists", List.of()));
            default -> Optional.empty();
        };
    }

    private static LabelSelectorRequirement requirement(String key, String operator, List<String> values) {
        return new LabelSelectorRequirementBuilder()
                .withKey(key)
                .withOperator(operator)
                .withValues(values)
                .build();
    }

    private static int rank(MachinePool pool) {
        return switch (pool.name()) {
            case MASTER -> 3;
            case WORKER -> 1;
            default -> 2;
        };
    }
}
