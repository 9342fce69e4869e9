package io.numaresources.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.explain.PodAnswer;
import io.numaresources.explain.PodQuestion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Why a pod is, or isn't, aligned. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Why the kubelets of this cluster would, or would not, admit a pod, what each zone lacks, and what would help.",
            "Exit code 0 if some node would admit it now, 1 if none."
        },
        footer = {
            "",
            "Examples: kubectl numa explain pod web-0",
            "          kubectl numa explain deploy web -n shop -o wide",
            "          kubectl numa explain -f pod.yaml"
        })
final class ExplainCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private OutputOption output;

    @Parameters(
            arity = "0..2",
            paramLabel = "KIND NAME",
            description = "pod, deploy, sts, ds, rs, job or cronjob, and its name; KIND/NAME works too.")
    private List<String> named = List.of();

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description = "File with pods or what has pods, - for standard input.")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException {
        if ((file == null) == named.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "name one object, such as pod web-0, or a file with -f");
        }
        try (var client = cluster.connect()) {
            var subjects = file == null ? List.of(inCluster(client)) : Subjects.inFile(file);
            var candidates = Snapshot.of(client).candidates();
            var answers = new ArrayList<ExplainReport>();
            for (Subject subject : subjects) {
                var question = PodQuestion.of(subject.spec());
                var there = subject.node()
                        .flatMap(node -> candidates.stream()
                                .filter(candidate -> candidate.name().equals(node))
                                .findFirst())
                        .filter(candidate -> subject.rejected())
                        .flatMap(question::askOn);
                answers.add(new ExplainReport(subject, question.shape(), question.ask(candidates), there));
            }
            spec.commandLine().getOut().print(ExplainReport.print(answers, output.format));
            spec.commandLine().getOut().flush();
            return Exit.of(answers.stream().allMatch(report -> report.answer().reason() == PodAnswer.Reason.FITS));
        }
    }

    private Subject inCluster(KubernetesClient client) {
        var parts = named.size() == 1 ? named.getFirst().split("/", 2) : named.toArray(String[]::new);
        if (parts.length != 2) {
            throw new ParameterException(
                    spec.commandLine(),
                    named.getFirst() + " names no object: write its kind too, such as pod " + named.getFirst());
        }
        return Subjects.inCluster(client, parts[0], parts[1]);
    }
}
