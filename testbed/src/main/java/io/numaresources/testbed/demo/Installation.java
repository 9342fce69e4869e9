package io.numaresources.testbed.demo;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.demo.Screen.State;
import io.numaresources.testbed.operator.OperatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** From a cluster without the operator to one whose resource is Ready. */
final class Installation {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Map<String, String> OWNED =
            Map.of("app.kubernetes.io/managed-by", OperatorProcess.SERVICE_ACCOUNT);
    private static final ResourceDefinitionContext KIND = new ResourceDefinitionContext.Builder()
            .withGroup("numaresources.io")
            .withVersion("v1alpha1")
            .withKind("NUMAResourcesOperator")
            .withPlural("numaresourcesoperators")
            .withNamespaced(false)
            .build();

    private final Cluster cluster;
    private final Screen screen;
    private final RepositoryRoot root;

    Installation(Cluster cluster, Screen screen, RepositoryRoot root) {
        this.cluster = cluster;
        this.screen = screen;
        this.root = root;
    }

    /** Applies CRDs and RBAC and starts the operator. */
    void operator() {
        screen.run("CRDs and RBAC", () -> {
            cluster.apply(
                    root.resolve("crds/numaresourcesoperators.numaresources.io-v1.yml"),
                    root.resolve("crds/numanodes.numaresources.io-v1.yml"),
                    root.resolve("config/rbac/namespace.yaml"),
                    root.resolve("config/rbac"));
            return "applied";
        });
        screen.run("Operator", cluster::startOperator);
    }

    /** Applies the sample and waits until all parts are ready. */
    void resource() {
        var sample = root.resolve("config/samples/numaresources_v1alpha1_observe.yaml");
        screen.show(Style.CYAN, withoutComments(sample));
        var nodes = groupNodes();
        if (nodes == 0) {
            throw new IllegalStateException("no node is in the sample's group: kubectl label node NAME "
                    + Cluster.GROUP_LABEL + "= for those that are to be managed");
        }
        cluster.apply(sample);
        screen.await("Updater", LIMIT, this::updater);
        screen.await("NodeResourceTopology", LIMIT, () -> {
            var published = new Topologies(cluster.client()).zones().size();
            return new State(published >= nodes, published + " of " + nodes + " nodes");
        });
        screen.await("Scheduler", LIMIT, this::scheduler);
        screen.await("Ready", LIMIT, this::ready);
    }

    private int groupNodes() {
        return cluster.client()
                .nodes()
                .withLabel(Cluster.GROUP_LABEL)
                .list()
                .getItems()
                .size();
    }

    private State updater() {
        var sets = cluster.client()
                .apps()
                .daemonSets()
                .inNamespace(OperatorProcess.NAMESPACE)
                .withLabels(OWNED)
                .list()
                .getItems();
        var wanted = 0;
        var ready = 0;
        for (var set : sets) {
            wanted += orZero(set.getStatus().getDesiredNumberScheduled());
            ready += orZero(set.getStatus().getNumberReady());
        }
        return new State(wanted > 0 && ready == wanted, ready + " of " + wanted + " pods ready");
    }

    private State scheduler() {
        var deployments = cluster.client()
                .apps()
                .deployments()
                .inNamespace(OperatorProcess.NAMESPACE)
                .withLabels(OWNED)
                .withLabel("app.kubernetes.io/component", "scheduler")
                .list()
                .getItems();
        var wanted = deployments.stream()
                .mapToInt(deployment -> orZero(deployment.getSpec().getReplicas()))
                .sum();
        var ready = deployments.stream().mapToInt(Installation::readyPods).sum();
        return new State(wanted > 0 && ready == wanted, ready + " of " + wanted + " pods ready");
    }

    private static int readyPods(Deployment deployment) {
        return deployment.getStatus() == null
                ? 0
                : orZero(deployment.getStatus().getReadyReplicas());
    }

    private State ready() {
        cluster.requireAlive();
        return cluster.client().genericKubernetesResources(KIND).list().getItems().stream()
                .findFirst()
                .map(Installation::readyCondition)
                .orElse(new State(false, "no NUMAResourcesOperator"));
    }

    private static State readyCondition(GenericKubernetesResource resource) {
        List<Map<String, Object>> conditions = resource.get("status", "conditions");
        return conditions == null
                ? new State(false, "no status yet")
                : conditions.stream()
                        .filter(condition -> "Ready".equals(condition.get("type")))
                        .map(condition -> new State(
                                "True".equals(condition.get("status")), String.valueOf(condition.get("message"))))
                        .findFirst()
                        .orElse(new State(false, "no status yet"));
    }

    private static int orZero(Integer number) {
        return number == null ? 0 : number;
    }

    private static List<String> withoutComments(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
