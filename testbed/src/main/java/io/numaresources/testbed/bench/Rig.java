package io.numaresources.testbed.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.operator.OperatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A control plane with the CRDs, the RBAC and three nodes, on which operators are started and ended. */
final class Rig implements AutoCloseable {

    /** Who the operator is in the audit log. */
    static final String USER = "system:serviceaccount:numa-system:numaresources-operator";

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int FEW_NODES = 3;
    private static final Map<String, String> OWNED =
            Map.of("app.kubernetes.io/managed-by", OperatorProcess.SERVICE_ACCOUNT);
    private static final ResourceDefinitionContext KIND = new ResourceDefinitionContext.Builder()
            .withGroup("numaresources.io")
            .withVersion("v1alpha1")
            .withKind("NUMAResourcesOperator")
            .withPlural("numaresourcesoperators")
            .withNamespaced(false)
            .build();

    private final ControlPlane plane;
    private final HasMetadata sample;

    private Rig(ControlPlane plane, HasMetadata sample) {
        this.plane = plane;
        this.sample = sample;
    }

    static Rig start() {
        var plane = ControlPlane.builder().withoutSimulatedMachines().start();
        var root = plane.binaries().root();
        plane.applyManifests(
                root.resolve("crds/numaresourcesoperators.numaresources.io-v1.yml"),
                root.resolve("crds/numanodes.numaresources.io-v1.yml"),
                root.resolve("config/rbac/namespace.yaml"),
                root.resolve("config/rbac"));
        SimulatedNodes.createPlain(plane.client(), "few", FEW_NODES, Map.of("node-role.kubernetes.io/hpc", ""));
        try (var stream = Files.newInputStream(root.resolve("config/samples/numaresources_v1alpha1_observe.yaml"))) {
            return new Rig(plane, plane.client().load(stream).items().getFirst());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ControlPlane plane() {
        return plane;
    }

    KubernetesClient client() {
        return plane.client();
    }

    /** An operator as in a pod of that name. With AOTMode on, the JVM ends at once if it can't use the cache. */
    OperatorProcess operator(String podName, String... flags) {
        return OperatorProcess.builder(plane)
                .podName(podName)
                .asInPod()
                .jvmFlags(flags)
                .start();
    }

    void createResource() {
        client().resource(sample).create();
    }

    /** Deletes the resource and waits until it and everything it owned is gone. */
    void deleteResource() {
        client().genericKubernetesResources(KIND)
                .withName(sample.getMetadata().getName())
                .delete();
        await("the resource and what it owns is gone", () -> resource() == null && owned() == 0);
    }

    /**
     * Waits until the updater has a ready pod on so many nodes and the scheduler all of its replicas. The resource isn't Ready then, since
     * nobody publishes topologies of these nodes.
     */
    void awaitInstalled(int nodes) {
        // the controller manager makes about 20 pods a second, on a busy machine a few
        await(
                "updaters run on " + nodes + " nodes, and the scheduler",
                LIMIT.plus(Duration.ofSeconds(nodes / 3)),
                () -> updaters() >= nodes && schedulerReady());
    }

    /** The same with as many nodes as there are from the start. */
    void awaitInstalled() {
        awaitInstalled(FEW_NODES);
    }

    /** Takes a Service of the operator's away. Once it's back, an operator works: {@link #awaitRepair}. */
    Service damage() {
        var service = client().services()
                .inNamespace(OperatorProcess.NAMESPACE)
                .withLabels(OWNED)
                .list()
                .getItems()
                .getFirst();
        client().resource(service).delete();
        return service;
    }

    /** Waits until a Service that was taken away is back. */
    void awaitRepair(Service damaged) {
        client().services()
                .inNamespace(OperatorProcess.NAMESPACE)
                .withName(damaged.getMetadata().getName())
                .waitUntilCondition(
                        service -> service != null
                                && !service.getMetadata()
                                        .getUid()
                                        .equals(damaged.getMetadata().getUid()),
                        LIMIT.toSeconds(),
                        TimeUnit.SECONDS);
    }

    /** Time from the creation of the resource until the first DaemonSet and Deployment of the operator exist, in seconds. */
    double secondsUntilWorkloads() {
        try (var sets = client().apps()
                        .daemonSets()
                        .inNamespace(OperatorProcess.NAMESPACE)
                        .withLabels(OWNED)
                        .runnableInformer(0);
                var deployments = client().apps()
                        .deployments()
                        .inNamespace(OperatorProcess.NAMESPACE)
                        .withLabels(OWNED)
                        .runnableInformer(0)) {
            var set = new FirstSeen<DaemonSet>();
            var deployment = new FirstSeen<Deployment>();
            sets.addEventHandler(set).run();
            deployments.addEventHandler(deployment).run();
            var start = System.nanoTime();
            createResource();
            return Math.max(set.secondsSince(start), deployment.secondsSince(start));
        }
    }

    /** The operator's requests since a mark, set {@code seconds} ago. */
    Requests requests(String during, io.numaresources.testbed.AuditLog.Mark since, double seconds) {
        return Requests.of(during, seconds, plane.audit().ofUser(since, USER));
    }

    static void await(String what, BooleanSupplier condition) {
        await(what, LIMIT, condition);
    }

    private static void await(String what, Duration limit, BooleanSupplier condition) {
        var deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("after " + limit.toMinutes() + " minutes it isn't so that " + what);
            }
            pause(Duration.ofMillis(200));
        }
    }

    static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        plane.close();
    }

    private GenericKubernetesResource resource() {
        return client().genericKubernetesResources(KIND)
                .withName(sample.getMetadata().getName())
                .get();
    }

    private int updaters() {
        return client()
                .apps()
                .daemonSets()
                .inNamespace(OperatorProcess.NAMESPACE)
                .withLabels(OWNED)
                .list()
                .getItems()
                .stream()
                .map(DaemonSet::getStatus)
                .filter(status -> status != null && status.getNumberReady() != null)
                .mapToInt(status -> status.getNumberReady())
                .sum();
    }

    private boolean schedulerReady() {
        return client()
                .apps()
                .deployments()
                .inNamespace(OperatorProcess.NAMESPACE)
                .withLabels(OWNED)
                .list()
                .getItems()
                .stream()
                .anyMatch(deployment -> deployment.getStatus() != null
                        && deployment
                                .getSpec()
                                .getReplicas()
                                .equals(deployment.getStatus().getReadyReplicas()));
    }

    private int owned() {
        var namespace = OperatorProcess.NAMESPACE;
        return client().apps()
                        .daemonSets()
                        .inNamespace(namespace)
                        .withLabels(OWNED)
                        .list()
                        .getItems()
                        .size()
                + client().apps()
                        .deployments()
                        .inNamespace(namespace)
                        .withLabels(OWNED)
                        .list()
                        .getItems()
                        .size()
                + client().services()
                        .inNamespace(namespace)
                        .withLabels(OWNED)
                        .list()
                        .getItems()
                        .size()
                + client().configMaps()
                        .inNamespace(namespace)
                        .withLabels(OWNED)
                        .list()
                        .getItems()
                        .size()
                + client().rbac()
                        .clusterRoles()
                        .withLabels(OWNED)
                        .list()
                        .getItems()
                        .size();
    }
}
