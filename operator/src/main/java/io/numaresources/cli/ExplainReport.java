package io.numaresources.cli;

import io.numaresources.explain.PodAnswer;
import io.numaresources.topology.Amount;
import io.numaresources.topology.ClusterExplanation.Group;
import io.numaresources.topology.Explanation;
import io.numaresources.topology.PodShape;
import io.numaresources.topology.Remedy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer of {@code explain}.
 *
 * @param subject what was asked about
 * @param shape what its pods ask for
 * @param answer what the cluster says
 * @param there the node that refused it, where one did
 */
record ExplainReport(Subject subject, PodShape shape, PodAnswer answer, Optional<Explanation> there) {

    static String print(List<ExplainReport> reports, Format format) {
        if (format.machine()) {
            var trees = reports.stream().map(ExplainReport::tree).toList();
            return format.of(trees.size() == 1 ? trees.getFirst() : trees);
        }
        return reports.stream()
                .map(report -> report.text(format == Format.WIDE))
                .collect(Collectors.joining("\n"));
    }

    private String text(boolean wide) {
        var text = new StringBuilder();
        text.append("%s: %s, asks for %s, scheduler %s%n"
                .formatted(subject.name(), qos(), requests(), subject.scheduler()));
        subject.status()
                .ifPresent(status -> text.append("It is %s%s%s.%n"
                        .formatted(
                                status.getPhase(),
                                subject.node().map(node -> " on " + node).orElse(""),
                                status.getReason() == null ? "" : ": " + status.getReason())));
        there.ifPresent(refusal -> text.append("As that node stands now, %s.%n".formatted(refusal.sentence())));
        text.append(capital(answer.sentence())).append(".\n");
        var table = table(wide);
        if (!table.isEmpty()) {
            text.append('\n').append(table);
        }
        return text.toString();
    }

    private Table table(boolean wide) {
        var table = wide
                ? new Table("NODES", "KUBELET", "SCHEDULER", "EXAMPLE", "WHY", "NAMES")
                : new Table("NODES", "KUBELET", "SCHEDULER", "EXAMPLE", "WHY");
        for (Group group : answer.explained().groups()) {
            row(
                    table,
                    group.nodes(),
                    group.cause().outcome().name().toLowerCase(Locale.ROOT),
                    group.cause().schedulerPasses() ? "passes" : "rejects",
                    group.example(),
                    group.sentence(),
                    wide);
        }
        answer.unreadable()
                .forEach((why, nodes) ->
                        row(table, nodes, "unknown", "-", nodes.getFirst(), "can't tell: " + why, wide));
        answer.excluded().forEach((why, nodes) -> row(table, nodes, "-", "excluded", nodes.getFirst(), why, wide));
        return table;
    }

    private static void row(
            Table table,
            List<String> nodes,
            String kubelet,
            String scheduler,
            String example,
            String why,
            boolean wide) {
        if (wide) {
            table.row(nodes.size(), kubelet, scheduler, example, why, String.join(",", nodes));
        } else {
            table.row(nodes.size(), kubelet, scheduler, example, why);
        }
    }

    private Map<String, Object> tree() {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("subject", subject.name());
        tree.put("qos", qos());
        tree.put("requests", shape.requests().amounts());
        tree.put("scheduler", subject.scheduler());
        subject.status().ifPresent(status -> tree.put("phase", status.getPhase()));
        there.ifPresent(refusal -> tree.put("refusedBy", Map.of("node", refusal.node(), "now", refusal.sentence())));
        tree.put("reason", answer.reason().value());
        tree.put("sentence", answer.sentence());
        tree.put("nodes", answer.nodes());
        tree.put(
                "groups",
                answer.explained().groups().stream().map(ExplainReport::tree).toList());
        tree.put("unreadable", answer.unreadable());
        tree.put("excluded", answer.excluded());
        tree.put(
                "remedies",
                answer.nearest()
                        .map(near -> near.remedies().stream().map(Remedy::text).toList())
                        .orElse(List.of()));
        return tree;
    }

    private static Map<String, Object> tree(Group group) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("outcome", group.cause().outcome().name().toLowerCase(Locale.ROOT));
        group.cause().reason().ifPresent(reason -> tree.put("podReason", reason.podReason()));
        tree.put("lacking", group.cause().lacking());
        tree.put("schedulerPasses", group.cause().schedulerPasses());
        tree.put("example", group.example());
        tree.put("sentence", group.sentence());
        tree.put("nodes", group.nodes());
        return tree;
    }

    private String requests() {
        var all = shape.requests().amounts().entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> Amount.text(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "nothing" : all;
    }

    private String qos() {
        return switch (shape.qos()) {
            case GUARANTEED -> "Guaranteed";
            case BURSTABLE -> "Burstable";
            case BEST_EFFORT -> "BestEffort";
        };
    }

    private static String capital(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }
}
