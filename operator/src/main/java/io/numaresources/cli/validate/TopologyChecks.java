package io.numaresources.cli.validate;

import io.numaresources.api.v1alpha1.Severity;
import io.numaresources.cli.validate.ClusterState.Configuration;
import io.numaresources.explain.PublishedTopology;
import io.numaresources.stack.TopologyFacts;
import io.numaresources.topology.KubeletRules;
import io.numaresources.topology.Resources;
import io.numaresources.topology.Zone;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Checks of what nodes publish. */
final class TopologyChecks {
    private final ClusterState state;
    private final List<Found> found = new ArrayList<>();

    private TopologyChecks(ClusterState state) {
        this.state = state;
    }

    static List<Found> of(ClusterState state) {
        var checks = new TopologyChecks(state);
        state.judged().keySet().forEach(checks::node);
        state.topologies().keySet().stream()
                .filter(name -> !state.nodes().contains(name))
                .forEach(name -> checks.found.add(Found.of(
                        Check.V25,
                        Severity.WARNING,
                        name,
                        name + ": a NodeResourceTopology without a node: delete it, or let the operator do so")));
        checks.unlike();
        return checks.found;
    }

    private void node(String name) {
        var topology = state.topologies().get(name);
        if (topology == null) {
            add(Check.V20, name, "no NodeResourceTopology is published: look at the updater's pod of that node");
            return;
        }
        topology.gap().ifPresent(gap -> add(Check.V21, name, gap.text() + ": look at the updater's log of that node"));
        topology.rules().ifPresent(rules -> agrees(name, rules));
        for (Zone zone : topology.zones()) {
            if (!zone.allocatable().has(Resources.CPU) || !zone.allocatable().has(Resources.MEMORY)) {
                add(
                        Check.V23,
                        name,
                        "zone " + zone.id()
                                + " lists no CPUs or no memory, so that the scheduler rejects every pod there: set the policies of CPU and memory manager to static and Static");
            }
        }
        Optional.ofNullable(state.topologyFacts().get(name)).ifPresent(facts -> written(name, facts));
        if (cached() && !state.fingerprinted().contains(name)) {
            add(
                    Check.V29,
                    name,
                    "its NodeResourceTopology has no fingerprint, so that the scheduler takes the node out once and never in again: switch the updater's podsFingerprinting on");
        }
    }

    /** Whether there is a scheduler with a cache, which is all that the operator makes. */
    private boolean cached() {
        return state.resource()
                .filter(resource -> resource.getSpec().scheduler().enabled())
                .isPresent();
    }

    private void written(String name, TopologyFacts facts) {
        if (facts.writers().size() > 1) {
            add(
                    Check.V24,
                    name,
                    String.join(" and ", facts.writers())
                            + " both write its NodeResourceTopology: remove one of the updaters");
        }
        facts.form().contradiction().ifPresent(text -> add(Check.V27, name, text + ": look who writes it"));
        if (!facts.form().oldWriters().isEmpty()) {
            add(
                    Check.V28,
                    name,
                    "its NodeResourceTopology is written in v1alpha1 by "
                            + String.join(" and ", facts.form().oldWriters())
                            + ", which removes policy and scope: stop or upgrade that");
        }
    }

    private void agrees(String name, KubeletRules rules) {
        if (state.kubelets().get(name) instanceof Configuration(var fields)) {
            var published = rules.policy().value() + "/" + rules.scope().value();
            var runs = fields.getOrDefault("topologyManagerPolicy", "none") + "/"
                    + fields.getOrDefault("topologyManagerScope", "container");
            if (!published.equals(runs)) {
                found.add(Found.of(
                        Check.V22,
                        Severity.ERROR,
                        name,
                        "NodeResourceTopology",
                        "policy and scope",
                        runs,
                        published,
                        "restart the updater's pod of that node"));
            }
        }
    }

    /** The most common form of a group is what the others should have. */
    private void unlike() {
        var forms = new TreeMap<String, Map<String, String>>();
        state.judged().forEach((node, group) -> {
            var topology = state.topologies().get(node);
            if (topology != null && topology.gap().isEmpty()) {
                forms.computeIfAbsent(group, name -> new TreeMap<>()).put(node, form(topology));
            }
        });
        forms.forEach((group, nodes) -> {
            var counts = new HashMap<String, Integer>();
            nodes.values().forEach(form -> counts.merge(form, 1, Integer::sum));
            var common = counts.entrySet().stream()
                    .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                    .map(Map.Entry::getKey)
                    .orElse("");
            nodes.forEach((node, form) -> {
                if (!form.equals(common)) {
                    found.add(Found.of(
                            Check.V26,
                            Severity.WARNING,
                            node,
                            group.isEmpty() ? "cluster" : "group " + group,
                            "zones of this node",
                            common,
                            form,
                            "put machines that differ into groups of their own"));
                }
            });
        });
    }

    private static String form(PublishedTopology topology) {
        return topology.zones().size() + " zones with "
                + topology.zones().stream()
                        .map(zone -> String.valueOf(zone.capacity().get(Resources.CPU) / 1000))
                        .collect(Collectors.joining("+"))
                + " CPUs";
    }

    private void add(Check check, String node, String message) {
        found.add(Found.of(check, Severity.ERROR, node, node + ": " + message));
    }
}
