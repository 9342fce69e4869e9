package io.numaresources.cli;

import io.numaresources.topology.Amount;
import io.numaresources.topology.Capacity;
import io.numaresources.topology.NumaNode;
import io.numaresources.topology.PodShape;
import io.numaresources.topology.Resources;
import io.numaresources.topology.WhatIf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The answer of {@code what-if}.
 *
 * @param subject what was asked about
 * @param replicas how many shall fit
 * @param fit how many do
 * @param unreadable nodes of which nothing can be told, with why
 * @param nodes the nodes after the change
 * @param groups group of each node
 * @param shape what a pod asks for
 */
record WhatIfReport(
        Subject subject,
        int replicas,
        WhatIf.Fit fit,
        List<String> unreadable,
        List<NumaNode> nodes,
        Map<String, String> groups,
        PodShape shape) {

    boolean fits() {
        return fit.pods() >= replicas;
    }

    String print(Format format) {
        return format.machine() ? format.of(tree()) : text();
    }

    private String text() {
        var text = new StringBuilder("%s: %d of %d replicas fit%s.%n"
                .formatted(
                        subject.name(),
                        Math.min(fit.pods(), replicas),
                        replicas,
                        fits() ? ", and room for %d is there".formatted(fit.pods()) : ""));
        var table = new Table("NODE", "GROUP", "PODS", "NOTE");
        fit.byNode()
                .forEach((node, pods) -> table.row(
                        node,
                        groups.getOrDefault(node, "-"),
                        pods >= WhatIf.MOST_PER_NODE ? "any number" : pods,
                        fit.estimated().contains(node) ? "estimated: which zones earlier pods get isn't known" : ""));
        fit.unknown()
                .forEach((node, cause) -> table.row(
                        node,
                        groups.getOrDefault(node, "-"),
                        "?",
                        cause.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
        text.append(table.isEmpty() ? "No node is known that it may go to.\n" : "\n" + table);
        unreadable.forEach(node -> text.append("Not counted: ").append(node).append(".\n"));
        slots().forEach((group, slot) -> text.append("Largest free zone of group %s: %s on %s, zone %d.%n"
                .formatted(
                        group,
                        Amount.text(Resources.CPU, slot.available().get(Resources.CPU)),
                        slot.node(),
                        slot.zone())));
        stranded()
                .forEach((resource, share) -> text.append("Of what is free, %d %% of %s is of no use to such pods.%n"
                        .formatted(Math.round(share * 100), resource)));
        return text.toString();
    }

    private Map<String, Object> tree() {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("subject", subject.name());
        tree.put("replicas", replicas);
        tree.put("fits", fits());
        tree.put("pods", fit.pods());
        tree.put("byNode", fit.byNode());
        tree.put("unknown", fit.unknown());
        tree.put("estimated", fit.estimated());
        tree.put("notCounted", unreadable);
        var slots = new TreeMap<String, Object>();
        slots().forEach((group, slot) -> slots.put(
                group,
                Map.of(
                        "node",
                        slot.node(),
                        "zone",
                        slot.zone(),
                        "available",
                        slot.available().amounts())));
        tree.put("largestZones", slots);
        tree.put("strandedShare", stranded());
        return tree;
    }

    private Map<String, Capacity.Slot> slots() {
        var byGroup = nodes.stream()
                .collect(Collectors.groupingBy(
                        node -> groups.getOrDefault(node.name(), "(none)"), TreeMap::new, Collectors.toList()));
        return Capacity.largestSlots(byGroup, Resources.CPU);
    }

    private Map<String, Double> stranded() {
        var measured = Capacity.stranded(nodes, shape);
        var shares = new TreeMap<String, Double>();
        measured.free().names().forEach(resource -> shares.put(resource, measured.share(resource)));
        return shares;
    }
}
