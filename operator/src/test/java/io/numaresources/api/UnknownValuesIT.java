package io.numaresources.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.CpuPolicy;
import io.numaresources.api.v1alpha1.LogLevel;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NodeAction;
import io.numaresources.api.v1alpha1.UnknownValue;
import io.numaresources.testbed.junit.Testbed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Objects that a newer version wrote are still read, an informer that breaks on one of them sees none; and what is not known is noted. */
@Testbed
class UnknownValuesIT {

    /** The CRDs of a version that knows more. */
    @BeforeAll
    static void define(KubernetesClient client) {
        for (var name : ApiFiles.definitions()) {
            var crd = Serialization.unmarshal(ApiFiles.text(ApiFiles.definition(name)), CustomResourceDefinition.class);
            crd.getSpec()
                    .getVersions()
                    .forEach(version -> version.getSchema()
                            .setOpenAPIV3Schema(new JSONSchemaPropsBuilder()
                                    .withType("object")
                                    .withXKubernetesPreserveUnknownFields(true)
                                    .build()));
            client.resource(crd).create();
        }
        ApiFiles.await(client);
    }

    @Test
    void informerReadsOperatorsOfANewerVersion(KubernetesClient client) throws Exception {
        create(client, """
                apiVersion: numaresources.io/v1alpha1
                kind: NUMAResourcesOperator
                metadata: {name: numaresources}
                futureTop: 1
                spec:
                  future: {deep: [1, 2]}
                  nodeGroups:
                  - name: hpc
                    future: true
                    nodeSelector: {matchLabels: {pool: hpc}}
                    kubelet:
                      provider: Carrier
                      future: x
                      topologyManager: {policy: two-numa-nodes, scope: cluster, future: 1}
                      cpuManager: {policy: quantum, options: {future: true}}
                      memoryManager: {policy: Tidal}
                      onDelete: Ask
                      reserved: {cpus: 2, future: 1}
                    rollout: {mode: Telepathic, maxUnavailable: 2, canary: {future: 1}, drain: {future: 1}}
                    updater: {type: Pigeon, refresh: {mode: Lazily}, podsFingerprinting: Some, logLevel: Loud}
                  updater: {type: Pigeon, refresh: {mode: Lazily}, podsFingerprinting: Some, logLevel: Loud}
                  scheduler:
                    foreignPods: Few
                    informer: Both
                    preemption: Polite
                    cacheDebug: Print
                    logLevel: Loud
                    scoringStrategy: {type: Best}
                    profiles: [{name: a, scoringStrategy: {type: Best}, future: 1}]
                  rejectedPods: {action: Scold, future: 1}
                  topologyCRD: {management: Shared, onDelete: Archive}
                status:
                  future: 1
                  nodeGroups: [{name: hpc, phase: Dreaming, future: 1}]
                  findings: [{severity: Fatal, code: X, message: x, future: 1}]
                """);
        create(client, """
                apiVersion: numaresources.io/v1alpha1
                kind: NUMAResourcesOperator
                metadata: {name: plain}
                spec:
                  nodeGroups: [{name: hpc, machineConfigPool: a}]
                """);

        try (var informer = client.resources(NUMAResourcesOperator.class).runnableInformer(0)) {
            informer.start().toCompletableFuture().get(30, TimeUnit.SECONDS);

            assertThat(informer.getStore().list())
                    .extracting(resource -> resource.getMetadata().getName())
                    .containsExactlyInAnyOrder("numaresources", "plain");
            var spec = named(informer.getStore().list(), "numaresources").getSpec();
            assertThat(spec.nodeGroups().getFirst().kubelet().cpuManager().policy())
                    .isEqualTo(CpuPolicy.STATIC);
            assertThat(spec.nodeGroups().getFirst().kubelet().reserved().cpus().getIntVal())
                    .isEqualTo(2);
            assertThat(spec.updater().logLevel()).isEqualTo(LogLevel.NORMAL);
            assertThat(spec.nodeGroups().getFirst().updater().logLevel()).isNull();
            assertThat(spec.unknownValues())
                    .hasSize(25)
                    .contains(
                            new UnknownValue("nodeGroups[0].kubelet.topologyManager.policy", "two-numa-nodes"),
                            new UnknownValue("scheduler.profiles[0].scoringStrategy.type", "Best"));
            assertThat(named(informer.getStore().list(), "plain").getSpec().unknownValues())
                    .isEmpty();
        }
    }

    @Test
    void informerSeesNodesThatANewerVersionWritesLater(KubernetesClient client) throws Exception {
        create(client, node("first", "Apply", "Configured"));

        try (var informer = client.resources(NUMANode.class).runnableInformer(0)) {
            informer.start().toCompletableFuture().get(30, TimeUnit.SECONDS);
            create(client, node("second", "Reboot", "Levitating"));
            create(client, node("third", "Apply", "Configured"));

            await().untilAsserted(() -> assertThat(informer.getStore().list())
                    .extracting(resource -> resource.getMetadata().getName())
                    .containsExactlyInAnyOrder("first", "second", "third"));
            assertThat(informer.isWatching()).isTrue();
            var second = named(informer.getStore().list(), "second");
            assertThat(second.getSpec().group()).isEqualTo("hpc");
            assertThat(second.getSpec().action()).isEqualTo(NodeAction.NONE);
            assertThat(second.getSpec().unknownValues()).contains(new UnknownValue("action", "Reboot"));
            assertThat(named(informer.getStore().list(), "third").getSpec().action())
                    .isEqualTo(NodeAction.APPLY);
        }
    }

    private static String node(String name, String action, String phase) {
        return """
                apiVersion: numaresources.io/v1alpha1
                kind: NUMANode
                metadata: {name: %s}
                spec:
                  group: hpc
                  action: %s
                  future: {a: 1}
                  kubelet: {cpuManagerPolicy: quantum, topologyManagerScope: cluster, memoryManagerPolicy: Tidal, future: 1}
                status:
                  phase: %s
                  future: 1
                  hardware: {zones: [{id: 0, future: 1}], future: 1}
                """.formatted(name, action, phase);
    }

    private static <T extends CustomResource<?, ?>> T named(List<T> resources, String name) {
        return resources.stream()
                .filter(resource -> name.equals(resource.getMetadata().getName()))
                .findFirst()
                .orElseThrow();
    }

    private static void create(KubernetesClient client, String yaml) {
        ApiFiles.create(client, Serialization.unmarshal(yaml, JsonNode.class), false);
    }
}
