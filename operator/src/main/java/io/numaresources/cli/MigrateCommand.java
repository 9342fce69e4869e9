package io.numaresources.cli;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.numaresources.openshift.MachinePool;
import io.numaresources.openshift.Migration;
import io.numaresources.openshift.OpenShiftKind;
import io.numaresources.openshift.PoolNodes;
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
import picocli.CommandLine.Spec;

/** The resource that replaces those of the operator that OpenShift ships. */
@Command(
        name = "migrate",
        mixinStandardHelpOptions = true,
        description = {
            "The NUMAResourcesOperator that says what NUMAResourcesOperator and NUMAResourcesScheduler of nodetopology.openshift.io say.",
            "Nothing is changed. What is different is told on standard error. Kubelets are only observed, as before, so that applying it reboots nothing."
        },
        footer = {
            "",
            "Examples: kubectl numa migrate > numaresources.yaml",
            "          oc get numaresourcesoperators.nodetopology.openshift.io,numaresourcesschedulers.nodetopology.openshift.io,mcp -o yaml | kubectl numa migrate -f -"
        })
final class MigrateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description =
                    "File with these resources, and with MachineConfigPools, - for standard input; default: the cluster's.")
    private @Nullable Path file;

    @Option(
            names = "--hosted",
            description = "With -f: the cluster is hosted (HyperShift), its pools are NodePools. A cluster is asked.")
    private boolean hosted;

    @Mixin
    private ManifestOption output;

    @Override
    public Integer call() throws IOException {
        var format = output.format();
        var migration = file == null ? ofCluster() : of(generic(Subjects.objects(file)), hosted);
        spec.commandLine().getOut().print(format.of(migration.resource()));
        spec.commandLine().getOut().flush();
        migration.notes().forEach(note -> spec.commandLine().getErr().println("note: " + note));
        spec.commandLine().getErr().flush();
        return Exit.YES;
    }

    private Migration ofCluster() {
        try (var client = cluster.connect()) {
            var objects = new ArrayList<GenericKubernetesResource>();
            for (var kind : List.of(OpenShiftKind.PEER_OPERATOR, OpenShiftKind.PEER_SCHEDULER, OpenShiftKind.POOL)) {
                objects.addAll(OpenShiftReading.list(client, kind));
            }
            return of(objects, Detected.hosted(client));
        }
    }

    private static List<GenericKubernetesResource> generic(List<HasMetadata> objects) {
        return objects.stream()
                .filter(GenericKubernetesResource.class::isInstance)
                .map(GenericKubernetesResource.class::cast)
                .toList();
    }

    private static Migration of(List<GenericKubernetesResource> objects, boolean hosted) {
        var operators = of(objects, OpenShiftKind.PEER_OPERATOR);
        if (operators.isEmpty()) {
            throw new Failure(
                    "there is no NUMAResourcesOperator of nodetopology.openshift.io here: nothing has to be migrated");
        }
        return Migration.of(
                operators.getFirst(),
                of(objects, OpenShiftKind.PEER_SCHEDULER).stream().findFirst(),
                PoolNodes.of(of(objects, OpenShiftKind.POOL).stream()
                        .map(MachinePool::of)
                        .toList()),
                hosted);
    }

    private static List<GenericKubernetesResource> of(List<GenericKubernetesResource> objects, OpenShiftKind kind) {
        return objects.stream()
                .filter(object -> kind.kind().equals(object.getKind())
                        && object.getApiVersion().startsWith(kind.group() + "/"))
                .toList();
    }
}
