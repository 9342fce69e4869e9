package io.numaresources.cli;

import io.fabric8.kubernetes.api.model.Condition;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.GroupStatus;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** How the installation is. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = {
            "How the NUMAResourcesOperator of this cluster is, its groups and nodes.",
            "Exit code 0 if it is Ready, 1 if not."
        },
        footer = {"", "Examples: kubectl numa status", "          kubectl numa status -o json | jq .conditions"})
final class StatusCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() throws IOException {
        try (var client = cluster.connect()) {
            var resource = Snapshot.resource(client)
                    .orElseThrow(() -> new Failure(
                            "this cluster has no NUMAResourcesOperator: install the operator and create one"));
            var status = resource.getStatus();
            if (status == null) {
                throw new Failure("the NUMAResourcesOperator has no status yet: check that the operator runs");
            }
            var nodes =
                    Snapshot.known(() -> client.resources(NUMANode.class).list().getItems());
            spec.commandLine()
                    .getOut()
                    .print(output.format.machine() ? output.format.of(status) : text(resource, status, nodes));
            spec.commandLine().getOut().flush();
            return Exit.of(ready(resource, status));
        }
    }

    /** A status of an older generation says nothing of the spec in force. */
    static boolean ready(NUMAResourcesOperator resource, NUMAResourcesOperatorStatus status) {
        return resource.getMetadata().getGeneration().equals(status.observedGeneration())
                && status.conditions().stream()
                        .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
    }

    static String text(NUMAResourcesOperator resource, NUMAResourcesOperatorStatus status, List<NUMANode> nodes) {
        var text = new StringBuilder();
        var versions = status.versions();
        text.append("NUMAResourcesOperator %s%s%n"
                .formatted(
                        resource.getMetadata().getName(),
                        versions == null
                                ? ""
                                : ", operator %s, Kubernetes %s"
                                        .formatted(versions.operator(), versions.kubernetes())));
        if (!resource.getMetadata().getGeneration().equals(status.observedGeneration())) {
            text.append("The operator has not seen the spec in force yet: this is about generation %s of %s.%n"
                    .formatted(
                            status.observedGeneration(), resource.getMetadata().getGeneration()));
        }
        var scheduler = status.scheduler();
        if (scheduler != null) {
            text.append("Scheduler %s: %d of %d ready, %s%n"
                    .formatted(scheduler.name(), scheduler.ready(), scheduler.replicas(), scheduler.image()));
        }
        var topologies = status.topologies();
        if (topologies != null) {
            text.append("Topologies: %d published, %d missing, %d stale, %d with two writers%n"
                    .formatted(topologies.nodes(), topologies.missing(), topologies.stale(), topologies.conflicts()));
        }
        append(text, conditions(status.conditions()));
        append(text, groups(status.nodeGroups()));
        append(text, nodes(nodes));
        append(text, findings(status.findings()));
        return text.toString();
    }

    private static void append(StringBuilder text, Table table) {
        if (!table.isEmpty()) {
            text.append('\n').append(table);
        }
    }

    private static Table conditions(List<Condition> conditions) {
        var table = new Table("CONDITION", "STATUS", "REASON", "MESSAGE");
        conditions.forEach(c -> table.row(c.getType(), c.getStatus(), c.getReason(), c.getMessage()));
        return table;
    }

    private static Table groups(List<GroupStatus> groups) {
        var table = new Table("GROUP", "NODES", "READY", "CONFIGURED", "FAILED", "PHASE", "UPDATER", "MESSAGE");
        groups.forEach(g -> table.row(
                g.name(),
                g.nodes(),
                g.ready(),
                g.configured(),
                g.failed(),
                text(g.phase()),
                text(g.updater()),
                text(g.message())));
        return table;
    }

    private static Table nodes(List<NUMANode> nodes) {
        var table = new Table("NODE", "GROUP", "PHASE", "CONFIGURED", "MESSAGE");
        nodes.stream()
                .sorted(Comparator.comparing(node -> node.getMetadata().getName()))
                .forEach(node -> {
                    var status = node.getStatus();
                    table.row(
                            node.getMetadata().getName(),
                            node.getSpec() == null ? "-" : text(node.getSpec().group()),
                            status == null ? "-" : text(status.phase()),
                            status == null ? "-" : status.configured(),
                            status == null ? "-" : text(status.message()));
                });
        return table;
    }

    private static Table findings(List<Finding> findings) {
        var table = new Table("FINDING", "SEVERITY", "GROUP", "NODE", "MESSAGE");
        findings.forEach(f -> table.row(f.code(), f.severity().value(), text(f.group()), text(f.node()), f.message()));
        return table;
    }

    private static String text(@Nullable Object value) {
        return value == null || value.toString().isEmpty() ? "-" : value.toString();
    }
}
