package io.numaresources.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesListBuilder;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.stack.GroupFacts;
import io.numaresources.stack.KubernetesVersion;
import io.numaresources.stack.StackInput;
import io.numaresources.stack.StackPlanner;
import io.numaresources.stack.VersionMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Every object the operator would create. */
@Command(
        name = "render",
        mixinStandardHelpOptions = true,
        description = {
            "Every object the operator would create for a NUMAResourcesOperator and a version of Kubernetes, without a cluster.",
            "The same input gives the same output. What can't be served is told on standard error. In a cluster the objects"
                    + " also have an owner reference, and the scheduler an annotation that restarts it."
        },
        footer = {"", "Example: kubectl numa render -f numaresources.yaml --server-version 1.34 > objects.yaml"})
final class RenderCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            required = true,
            description = "File with a NUMAResourcesOperator, - for standard input.")
    private Path file;

    @Option(
            names = "--server-version",
            paramLabel = "VERSION",
            required = true,
            description = "Version of Kubernetes, such as 1.34.")
    private String server;

    @Option(
            names = "--kubelet-version",
            paramLabel = "VERSION",
            description = "Version of the kubelets; default: that of the server.")
    private @Nullable String kubelet;

    @Option(
            names = "--operand-namespace",
            paramLabel = "NAME",
            description = "Namespace of the operands; default: numa-system.")
    private String namespace = "numa-system";

    @Option(names = "--nodes", paramLabel = "N", description = "Nodes of each group; default: 3.")
    private int nodes = 3;

    @Option(names = "--zones", paramLabel = "N", description = "NUMA zones of a node; default: 2.")
    private int zones = 2;

    @Mixin
    private ManifestOption output;

    @Override
    public Integer call() throws IOException {
        var format = output.format();
        var resource = resource(file);
        var version = ServerVersionOption.parse("--server-version", server);
        var kubelets = kubelet == null ? version : ServerVersionOption.parse("--kubelet-version", kubelet);
        var stack = StackPlanner.plan(
                input(resource, version, kubelets), VersionMatrix.load().pinnedBy(System.getenv()));
        var objects = new ArrayList<HasMetadata>();
        stack.topologyCRD().ifPresent(objects::add);
        objects.addAll(stack.objects());
        spec.commandLine().getOut().print(print(objects, format));
        spec.commandLine().getOut().flush();
        stack.findings()
                .forEach(finding -> spec.commandLine()
                        .getErr()
                        .println("%s %s: %s".formatted(finding.severity().value(), finding.code(), finding.message())));
        spec.commandLine().getErr().flush();
        return Exit.YES;
    }

    /** The NUMAResourcesOperator of a file. */
    static NUMAResourcesOperator resource(Path file) throws IOException {
        var found = Subjects.objects(file).stream()
                .filter(NUMAResourcesOperator.class::isInstance)
                .map(NUMAResourcesOperator.class::cast)
                .toList();
        if (found.size() != 1) {
            throw new Failure(
                    "-f %s has %d NUMAResourcesOperators: give a file with one".formatted(file, found.size()));
        }
        if (found.getFirst().getSpec() == null
                || found.getFirst().getSpec().nodeGroups().isEmpty()) {
            throw new Failure("-f " + file + " has no spec.nodeGroups: name at least one group");
        }
        return found.getFirst();
    }

    private StackInput input(NUMAResourcesOperator resource, KubernetesVersion version, KubernetesVersion kubelets) {
        var groups = resource.getSpec().nodeGroups().stream()
                .map(group -> new GroupFacts(group, nodes, zones, Optional.of(kubelets), Optional.of(kubelets), false))
                .toList();
        return new StackInput(resource.getSpec(), namespace, version, groups, nodes * groups.size(), "");
    }

    private static String print(List<HasMetadata> objects, Format format) {
        return format == Format.JSON
                ? Format.json(Codec.SORTED.valueToTree(
                        new KubernetesListBuilder().withItems(objects).build()))
                : objects.stream()
                        .map(Codec.SORTED::<JsonNode>valueToTree)
                        .map(Format::yaml)
                        .collect(Collectors.joining());
    }
}
