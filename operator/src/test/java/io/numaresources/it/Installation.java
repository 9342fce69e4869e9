package io.numaresources.it;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** An operator with the schedulers of its pods, and what tests need of it. */
final class Installation implements AutoCloseable {
    static final Map<String, String> HPC = Map.of("node-role.kubernetes.io/hpc", "");
    static final String NAMESPACE = "numa-system";
    static final String OPERATOR_USER = "system:serviceaccount:numa-system:numaresources-operator";

    private final OperatorProcess operator;
    private final SchedulerRunner schedulers;

    private Installation(OperatorProcess operator, SchedulerRunner schedulers) {
        this.operator = operator;
        this.schedulers = schedulers;
    }

    /** Installs with the sample, for nodes that exist; returns once it is ready. */
    static Installation ready(ControlPlane plane) {
        var installed = new Installation(start(plane), SchedulerRunner.start(plane));
        plane.client().resource(sample()).create();
        awaitReady(plane.client());
        return installed;
    }

    SchedulerRunner schedulers() {
        return schedulers;
    }

    @Override
    public void close() {
        operator.close();
        schedulers.close();
    }

    /** Applies the CRDs and the shipped RBAC and starts the packaged operator under it. */
    static OperatorProcess start(ControlPlane plane) {
        var root = RepositoryRoot.find();
        plane.applyManifests(root.resolve("crds"), root.resolve("config/rbac"));
        var operator = OperatorProcess.start(plane);
        operator.awaitReady();
        return operator;
    }

    /** The ten-line sample, with kubelets that somebody else configures: those of simulated nodes have no agent. */
    static NUMAResourcesOperator sample() {
        return io.fabric8.kubernetes.client.utils.Serialization.unmarshal("""
                apiVersion: numaresources.io/v1alpha1
                kind: NUMAResourcesOperator
                metadata: {name: numaresources}
                spec:
                  nodeGroups:
                  - name: hpc
                    nodeSelector: {matchLabels: {node-role.kubernetes.io/hpc: ""}}
                    kubelet:
                      provider: None
                      topologyManager: {policy: single-numa-node, scope: pod}
                """, NUMAResourcesOperator.class);
    }

    static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(200));
    }

    static NUMAResourcesOperator stored(KubernetesClient client) {
        return client.resources(NUMAResourcesOperator.class)
                .withName(NUMAResourcesOperator.NAME)
                .get();
    }

    static String condition(KubernetesClient client, String type) {
        var resource = stored(client);
        if (resource == null || resource.getStatus() == null) {
            return "absent";
        }
        return resource.getStatus().conditions().stream()
                .filter(condition -> type.equals(condition.getType()))
                .map(condition -> condition.getStatus() + " " + condition.getReason())
                .findFirst()
                .orElse("absent");
    }

    static void awaitReady(KubernetesClient client) {
        eventually()
                .atMost(Duration.ofSeconds(120))
                .untilAsserted(() -> org.assertj.core.api.Assertions.assertThat(condition(client, "Ready"))
                        .as(() -> "status: " + stored(client).getStatus())
                        .isEqualTo("True AsExpected"));
    }

    /** Changes the spec with a JSON merge patch. */
    static void patch(KubernetesClient client, String json) {
        client.resources(NUMAResourcesOperator.class)
                .withName(NUMAResourcesOperator.NAME)
                .patch(
                        io.fabric8.kubernetes.client.dsl.base.PatchContext.of(
                                io.fabric8.kubernetes.client.dsl.base.PatchType.JSON_MERGE),
                        json);
    }
}
