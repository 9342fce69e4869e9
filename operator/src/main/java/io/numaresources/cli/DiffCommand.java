package io.numaresources.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.agent.AgentObjects;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.platform.PlatformProbe;
import io.numaresources.stack.KubernetesVersion;
import io.numaresources.stack.Membership;
import io.numaresources.stack.ObjectKey;
import io.numaresources.stack.OwnedKinds;
import io.numaresources.stack.Owner;
import io.numaresources.stack.StackInput;
import io.numaresources.stack.StackLabels;
import io.numaresources.stack.StackPlanner;
import io.numaresources.stack.VersionMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the operator would change. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = {
            "What the operator would change in this cluster: drift, or the effect of another NUMAResourcesOperator.",
            "The API server is asked by dry-run server-side apply, which needs the right to patch the objects. Exit code 1 if something differs."
        },
        footer = {"", "Examples: kubectl numa diff", "          kubectl numa diff -f numaresources.yaml"})
final class DiffCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description = "File with a NUMAResourcesOperator, - for standard input; default: the one of the cluster.")
    private @Nullable Path file;

    @Option(
            names = "--operand-namespace",
            paramLabel = "NAME",
            description = "Namespace of the operands; default: numa-system.")
    private String namespace = "numa-system";

    @Override
    public Integer call() throws IOException {
        try (var client = cluster.connect()) {
            var snapshot = Snapshot.of(client);
            var wanted = file == null
                    ? snapshot.resource()
                            .orElseThrow(() -> new Failure(
                                    "this cluster has no NUMAResourcesOperator: create one, or name a file with -f"))
                    : OpenShiftReading.pools(client).resolve(RenderCommand.resource(file));
            var present = present(client);
            var desired = desired(client, wanted, snapshot, present);
            var differences = new ArrayList<String>();
            for (HasMetadata object : desired) {
                snapshot.resource()
                        .ifPresent(owner -> object.getMetadata().setOwnerReferences(List.of(Owner.reference(owner))));
                var live = present.get(key(object));
                var difference = LineDiff.unified(
                        key(object),
                        live == null ? "" : ComparedText.of(live),
                        ComparedText.of(dryRun(client, object)));
                difference.ifPresent(differences::add);
            }
            var keys = desired.stream().map(DiffCommand::key).collect(Collectors.toSet());
            present.forEach((key, object) -> {
                if (!keys.contains(key)) {
                    LineDiff.unified(key, ComparedText.of(object), "").ifPresent(differences::add);
                }
            });
            spec.commandLine().getOut().print(String.join("", differences));
            spec.commandLine().getOut().flush();
            return Exit.of(differences.isEmpty());
        }
    }

    private List<HasMetadata> desired(
            KubernetesClient client,
            NUMAResourcesOperator wanted,
            Snapshot snapshot,
            Map<String, HasMetadata> present) {
        var probe = new PlatformProbe(client);
        var platform = probe.of(probe.groups());
        var nodes = snapshot.facts();
        var membership = Membership.of(wanted.getSpec().nodeGroups(), nodes);
        var server = KubernetesVersion.parse(client.getKubernetesVersion().getGitVersion());
        var topologies = snapshot.topologies().values().stream()
                .map(view -> view.facts(namespace))
                .collect(Collectors.toMap(facts -> facts.name(), Function.identity()));
        var input = StackInput.of(
                wanted.getSpec(),
                namespace,
                server,
                membership,
                nodes,
                topologies,
                membership.conflictingGroups(),
                restart(present));
        var objects = new ArrayList<>(
                StackPlanner.plan(input.on(platform), VersionMatrix.load().pinnedBy(System.getenv()))
                        .objects());
        // the agents' rights, which the operator makes before the first of them and leaves
        AgentObjects.access(server, platform).stream()
                .filter(object -> present.containsKey(key(object)))
                .forEach(objects::add);
        return objects;
    }

    /** The running scheduler's restart annotation is the operator's to change. */
    private static String restart(Map<String, HasMetadata> present) {
        return present.values().stream()
                .filter(Deployment.class::isInstance)
                .map(Deployment.class::cast)
                .map(deployment ->
                        deployment.getSpec().getTemplate().getMetadata().getAnnotations())
                .filter(annotations -> annotations != null && annotations.containsKey(StackLabels.RESTART))
                .map(annotations -> annotations.get(StackLabels.RESTART))
                .findFirst()
                .orElse("");
    }

    private Map<String, HasMetadata> present(KubernetesClient client) {
        var found = new ArrayList<HasMetadata>();
        for (var kind : OwnedKinds.NAMESPACED) {
            found.addAll(client.resources(kind)
                    .inNamespace(namespace)
                    .withLabel(StackLabels.MANAGED_BY, StackLabels.OPERATOR)
                    .list()
                    .getItems());
        }
        found.addAll(client.resources(RoleBinding.class)
                .inNamespace("kube-system")
                .withLabel(StackLabels.MANAGED_BY, StackLabels.OPERATOR)
                .list()
                .getItems());
        for (var kind : OwnedKinds.CLUSTER_WIDE) {
            found.addAll(client.resources(kind)
                    .withLabel(StackLabels.MANAGED_BY, StackLabels.OPERATOR)
                    .list()
                    .getItems());
        }
        return found.stream()
                .collect(Collectors.toMap(DiffCommand::key, Function.identity(), (a, b) -> a, java.util.TreeMap::new));
    }

    private static HasMetadata dryRun(KubernetesClient client, HasMetadata object) {
        return client.resource(object)
                .dryRun(true)
                .fieldManager(StackLabels.OPERATOR)
                .forceConflicts()
                .serverSideApply();
    }

    private static String key(HasMetadata object) {
        return ObjectKey.of(object).toString();
    }
}
