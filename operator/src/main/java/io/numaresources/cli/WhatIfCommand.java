package io.numaresources.cli;

import io.numaresources.explain.Candidate;
import io.numaresources.explain.PodQuestion;
import io.numaresources.topology.AlignmentPolicy;
import io.numaresources.topology.AlignmentScope;
import io.numaresources.topology.NumaNode;
import io.numaresources.topology.Scenario;
import io.numaresources.topology.WhatIf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How many pods of a shape fit, now or after a change that is only imagined. */
@Command(
        name = "what-if",
        mixinStandardHelpOptions = true,
        description = {
            "How many pods of a shape the kubelets would admit, one after the other: now, with nodes drained or gone, under another policy,"
                    + " or with other zones. Nothing is changed.",
            "Exit code 0 if all replicas fit, 1 if not."
        },
        footer = {
            "",
            "Examples: kubectl numa what-if -f pod.yaml --replicas 20",
            "          kubectl numa what-if -f pod.yaml --replicas 20 --drain node-3 --policy restricted --scope container"
        })
final class WhatIfCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private OutputOption output;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            required = true,
            description = "File with one pod or what has pods, - for standard input.")
    private Path file;

    @Option(names = "--replicas", paramLabel = "N", description = "How many pods shall fit; default: 1.")
    private int replicas = 1;

    @Option(
            names = "--drain",
            paramLabel = "NODE",
            description = "As if this node were drained and then used again; can be given more than once.")
    private Set<String> drained = new TreeSet<>();

    @Option(
            names = "--without",
            paramLabel = "NODE",
            description = "As if this node were gone; can be given more than once.")
    private Set<String> gone = new TreeSet<>();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description =
                    "As if the topology managers had this policy: none, best-effort, restricted or single-numa-node.")
    private @Nullable String policy;

    @Option(names = "--scope", paramLabel = "SCOPE", description = "As if they had this scope: container or pod.")
    private @Nullable String scope;

    @Option(
            names = "--split",
            paramLabel = "N",
            description = "As if firmware made N zones of each (SNC, NPS), on empty nodes.")
    private @Nullable Integer split;

    @Option(
            names = "--join",
            paramLabel = "N",
            description = "As if firmware made one zone of N neighbours, on empty nodes.")
    private @Nullable Integer join;

    @Override
    public Integer call() throws IOException {
        if (replicas < 1) {
            throw bad("--replicas", String.valueOf(replicas), "use 1 or more");
        }
        var subjects = Subjects.inFile(file);
        if (subjects.size() > 1) {
            throw new Failure(
                    "-f " + file + " has " + subjects.size() + " things with pods: give a file with one of them");
        }
        var question = PodQuestion.of(subjects.getFirst().spec());
        try (var client = cluster.connect()) {
            var snapshot = Snapshot.of(client);
            known(snapshot);
            var usable = snapshot.candidates().stream()
                    .filter(candidate ->
                            question.placement().refusal(candidate.place()).isEmpty())
                    .toList();
            var changed = changed(usable);
            var fit = WhatIf.fit(changed, question.shape(), new Scenario.Now());
            var report = new WhatIfReport(
                    subjects.getFirst(),
                    replicas,
                    fit,
                    unreadable(usable),
                    changed,
                    snapshot.groups(),
                    question.shape());
            spec.commandLine().getOut().print(report.print(output.format));
            spec.commandLine().getOut().flush();
            return Exit.of(report.fits());
        }
    }

    private void known(Snapshot snapshot) {
        var names = snapshot.nodes().stream()
                .map(node -> node.getMetadata().getName())
                .collect(Collectors.toSet());
        drained.stream().filter(node -> !names.contains(node)).findFirst().ifPresent(node -> {
            throw bad("--drain", node, "name a node of this cluster");
        });
        gone.stream().filter(node -> !names.contains(node)).findFirst().ifPresent(node -> {
            throw bad("--without", node, "name a node of this cluster");
        });
    }

    private List<NumaNode> changed(List<Candidate> usable) {
        var nodes =
                usable.stream().flatMap(candidate -> candidate.node().stream()).toList();
        for (Scenario scenario : scenarios()) {
            nodes = WhatIf.apply(nodes, scenario);
        }
        return policy == null && scope == null
                ? nodes
                : nodes.stream().map(this::aligned).toList();
    }

    /** Layouts come first, since they empty nodes. */
    private List<Scenario> scenarios() {
        var scenarios = new ArrayList<Scenario>();
        if (split != null) {
            scenarios.add(new Scenario.Split(atLeastTwo("--split", split)));
        }
        if (join != null) {
            scenarios.add(new Scenario.Joined(atLeastTwo("--join", join)));
        }
        scenarios.add(new Scenario.Drained(drained));
        scenarios.add(new Scenario.Without(gone));
        return scenarios;
    }

    private int atLeastTwo(String option, int value) {
        if (value < 2) {
            throw bad(option, String.valueOf(value), "use 2 or more");
        }
        return value;
    }

    /** What isn't named stays as each node has it. */
    private NumaNode aligned(NumaNode node) {
        var wanted = policy == null
                ? node.rules().policy()
                : AlignmentPolicy.of(policy)
                        .orElseThrow(
                                () -> bad("--policy", policy, "use none, best-effort, restricted or single-numa-node"));
        var unit = scope == null
                ? node.rules().scope()
                : AlignmentScope.of(scope).orElseThrow(() -> bad("--scope", scope, "use container or pod"));
        return node.with(wanted, unit);
    }

    private ParameterException bad(String option, String value, String remedy) {
        return new ParameterException(spec.commandLine(), option + " " + value + " is not possible: " + remedy);
    }

    private static List<String> unreadable(List<Candidate> usable) {
        return usable.stream()
                .flatMap(candidate -> candidate.gap().stream().map(gap -> candidate.name() + ": " + gap.text()))
                .toList();
    }
}
