package io.numaresources.explain;

import io.numaresources.topology.AlignmentPolicy;
import io.numaresources.topology.AlignmentScope;
import io.numaresources.topology.KubeletRules;
import io.numaresources.topology.Zone;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A NodeResourceTopology as far as it can be read; both updaters' forms, zones in any order. Two equal ones lead to equal verdicts.
 *
 * @param node its name, which is the node's
 * @param rules policy and scope; the rest of the kubelet's configuration isn't published
 * @param zones NUMA zones
 * @param gap why it can't be used, where that is so; zones are empty then
 */
public record PublishedTopology(String node, Optional<KubeletRules> rules, List<Zone> zones, Optional<Gap> gap) {
    /** Values of the deprecated field topologyPolicies (noderesourcetopology-api, v1alpha2 types). */
    private static final Map<String, KubeletRules> OLD = Map.of(
            "SingleNUMANodeContainerLevel", rules(AlignmentPolicy.SINGLE_NUMA_NODE, AlignmentScope.CONTAINER),
            "SingleNUMANodePodLevel", rules(AlignmentPolicy.SINGLE_NUMA_NODE, AlignmentScope.POD),
            "Restricted", rules(AlignmentPolicy.RESTRICTED, AlignmentScope.CONTAINER),
            "RestrictedContainerLevel", rules(AlignmentPolicy.RESTRICTED, AlignmentScope.CONTAINER),
            "RestrictedPodLevel", rules(AlignmentPolicy.RESTRICTED, AlignmentScope.POD),
            "BestEffort", rules(AlignmentPolicy.BEST_EFFORT, AlignmentScope.CONTAINER),
            "BestEffortContainerLevel", rules(AlignmentPolicy.BEST_EFFORT, AlignmentScope.CONTAINER),
            "BestEffortPodLevel", rules(AlignmentPolicy.BEST_EFFORT, AlignmentScope.POD),
            "None", rules(AlignmentPolicy.NONE, AlignmentScope.CONTAINER));

    public PublishedTopology {
        zones = List.copyOf(zones);
    }

    /**
     * Reads the parts of an object.
     *
     * @param attributes top-level attributes by name
     * @param oldPolicies field topologyPolicies, which node-feature-discovery still writes; attributes go first, as in the scheduler
     * @param zones zones
     */
    public static PublishedTopology read(
            String node,
            Map<String, String> attributes,
            @Nullable List<String> oldPolicies,
            @Nullable List<PublishedZone> zones) {
        var rules = rules(attributes, oldPolicies == null ? List.of() : oldPolicies);
        var read = new ArrayList<Zone>();
        var seen = new HashSet<Integer>();
        try {
            for (PublishedZone zone : zones == null ? List.<PublishedZone>of() : zones) {
                if (zone.numaNode()) {
                    var one = zone.read();
                    if (!seen.add(one.id())) {
                        throw new IllegalArgumentException("zone " + zone.name() + " is there twice");
                    }
                    read.add(one);
                }
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            return new PublishedTopology(
                    node, rules, List.of(), Optional.of(Gap.malformed(String.valueOf(e.getMessage()))));
        }
        var gap = rules.isEmpty()
                ? Optional.of(Gap.NO_POLICY)
                : read.isEmpty() ? Optional.of(Gap.NO_ZONES) : Optional.<Gap>empty();
        return new PublishedTopology(node, rules, read, gap);
    }

    /** What the deprecated field topologyPolicies says otherwise than the attributes, which the scheduler reads first. */
    public static Optional<String> contradiction(Map<String, String> attributes, List<String> oldPolicies) {
        var old = oldPolicies.isEmpty() ? null : OLD.get(oldPolicies.getFirst());
        var policy = AlignmentPolicy.of(attributes.getOrDefault("topologyManagerPolicy", ""));
        var scope = AlignmentScope.of(attributes.getOrDefault("topologyManagerScope", ""));
        if (old == null || policy.isEmpty()) {
            return Optional.empty();
        }
        // the values without a level say nothing of the scope
        boolean otherScope = oldPolicies.getFirst().endsWith("Level")
                && scope.filter(known -> known != old.scope()).isPresent();
        return policy.get() != old.policy() || otherScope
                ? Optional.of("attributes say policy %s and scope %s, topologyPolicies says %s"
                        .formatted(
                                attributes.get("topologyManagerPolicy"),
                                attributes.getOrDefault("topologyManagerScope", ""),
                                oldPolicies.getFirst()))
                : Optional.empty();
    }

    private static Optional<KubeletRules> rules(Map<String, String> attributes, List<String> oldPolicies) {
        var old = oldPolicies.isEmpty()
                ? Optional.<KubeletRules>empty()
                : Optional.ofNullable(OLD.get(oldPolicies.getFirst()));
        var policy = AlignmentPolicy.of(attributes.getOrDefault("topologyManagerPolicy", ""))
                .or(() -> old.map(KubeletRules::policy));
        var scope = AlignmentScope.of(attributes.getOrDefault("topologyManagerScope", ""))
                .or(() -> old.map(KubeletRules::scope))
                .orElse(AlignmentScope.CONTAINER);
        return policy.map(known -> rules(known, scope));
    }

    private static KubeletRules rules(AlignmentPolicy policy, AlignmentScope scope) {
        return KubeletRules.published(policy, scope);
    }
}
