package io.numaresources.cli;

import io.numaresources.explain.Candidate;
import io.numaresources.topology.Amount;
import io.numaresources.topology.NumaNode;
import io.numaresources.topology.Resources;
import io.numaresources.topology.Zone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/**
 * The answer of {@code top}.
 *
 * @param candidates nodes, in order
 * @param groups group of each node
 */
record TopReport(List<Candidate> candidates, Map<String, String> groups) {
    private static final int MILLI = 1000;
    /** Squares of a bar for what is counted in bytes. */
    private static final int SQUARES = 8;

    String print(Format format, Ansi ansi) {
        return format.machine() ? format.of(tree()) : text(format == Format.WIDE, ansi);
    }

    private String text(boolean wide, Ansi ansi) {
        if (candidates.isEmpty()) {
            return "There are no nodes.\n";
        }
        var table = wide
                ? new Table("NODE", "GROUP", "POLICY", "ZONE", "CPU", "MEMORY", "OTHER", "DISTANCES")
                : new Table("NODE", "GROUP", "POLICY", "ZONE", "CPU", "MEMORY");
        var bar = new Bar(ansi);
        var unknown = new ArrayList<String>();
        for (Candidate candidate : candidates) {
            candidate.gap().ifPresent(gap -> unknown.add(candidate.name() + ": " + gap.text()));
            candidate.node().ifPresent(node -> {
                for (Zone zone : node.zones()) {
                    boolean first = zone == node.zones().getFirst();
                    var name = first ? node.name() : "";
                    var group = first ? groups.getOrDefault(node.name(), "-") : "";
                    var policy = first ? policy(node) : "";
                    if (wide) {
                        table.row(
                                name,
                                group,
                                policy,
                                zone.id(),
                                cpus(bar, zone),
                                memory(bar, zone),
                                others(zone),
                                distances(zone));
                    } else {
                        table.row(name, group, policy, zone.id(), cpus(bar, zone), memory(bar, zone));
                    }
                }
            });
        }
        var text = new StringBuilder(table.isEmpty() ? "" : table.toString());
        unknown.forEach(node -> text.append("Unknown: ").append(node).append(".\n"));
        return text.toString();
    }

    private static String policy(NumaNode node) {
        return node.rules().policy().value() + "/" + node.rules().scope().value();
    }

    private static String cpus(Bar bar, Zone zone) {
        long all = zone.allocatable().get(Resources.CPU);
        long free = zone.available().get(Resources.CPU);
        return "%s %d of %d free".formatted(bar.of(all - free, all, all / MILLI), free / MILLI, all / MILLI);
    }

    private static String memory(Bar bar, Zone zone) {
        long all = zone.allocatable().get(Resources.MEMORY);
        long free = zone.available().get(Resources.MEMORY);
        return "%s %s of %s free".formatted(bar.of(all - free, all, SQUARES), gibibytes(free), gibibytes(all));
    }

    private static String gibibytes(long bytes) {
        return String.format(java.util.Locale.ROOT, "%.1fGi", bytes / (double) (1L << 30));
    }

    private static String others(Zone zone) {
        var others = zone.allocatable().amounts().keySet().stream()
                .filter(resource -> !Resources.CPU.equals(resource) && !Resources.MEMORY.equals(resource))
                .map(resource -> Amount.text(resource, zone.available().get(resource)) + " free")
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? "-" : others;
    }

    private static String distances(Zone zone) {
        return zone.costs().isEmpty()
                ? "-"
                : zone.costs().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(cost -> cost.getKey() + "=" + cost.getValue())
                        .collect(Collectors.joining(" "));
    }

    private List<Map<String, Object>> tree() {
        return candidates.stream().map(this::tree).toList();
    }

    private Map<String, Object> tree(Candidate candidate) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("node", candidate.name());
        tree.put("group", groups.getOrDefault(candidate.name(), ""));
        candidate.gap().ifPresent(gap -> tree.put("unknown", gap.text()));
        candidate.node().ifPresent(node -> {
            tree.put("policy", node.rules().policy().value());
            tree.put("scope", node.rules().scope().value());
            tree.put("zones", node.zones().stream().map(TopReport::tree).toList());
        });
        return tree;
    }

    private static Map<String, Object> tree(Zone zone) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("id", zone.id());
        tree.put("allocatable", zone.allocatable().amounts());
        tree.put("available", zone.available().amounts());
        tree.put("distances", new java.util.TreeMap<>(zone.costs()));
        return tree;
    }
}
