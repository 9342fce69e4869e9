package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.openshift.Definitions;
import io.numaresources.testbed.openshift.Kinds;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** In the guest of a hosted control plane kubelets can't be configured, so that it is told what to put into the NodePool. */
@Testbed
class HostedClusterIT {

    @Test
    void tellsWhatToPutIntoTheNodePoolAndWritesNothing(ControlPlane plane, KubernetesClient client) {
        var labels = new HashMap<>(HPC);
        labels.put("hypershift.openshift.io/nodePool", "fast");
        SimulatedNodes.create(client, "demo", 2, labels);
        Definitions.CONFIG.install(client);
        Definitions.MACHINE_CONFIG.install(client);
        Kinds.INFRASTRUCTURE
                .in(client)
                .resource(Serialization.unmarshal("""
                        apiVersion: config.openshift.io/v1
                        kind: Infrastructure
                        metadata: {name: cluster}
                        spec: {}
                        """, GenericKubernetesResource.class))
                .create();
        Kinds.INFRASTRUCTURE.in(client).withName("cluster").editStatus(present -> {
            present.setAdditionalProperty("status", Map.of("controlPlaneTopology", "External"));
            return present;
        });
        try (var operator = Installation.start(plane);
                var agent = ScriptedAgent.start(plane)) {
            client.resource(Serialization.unmarshal("""
                            apiVersion: numaresources.io/v1alpha1
                            kind: NUMAResourcesOperator
                            metadata: {name: numaresources}
                            spec:
                              scheduler: {enabled: false}
                              nodeGroups:
                              - name: hpc
                                nodeSelector: {matchLabels: {node-role.kubernetes.io/hpc: ""}}
                                kubelet: {topologyManager: {policy: single-numa-node, scope: pod}}
                            """, NUMAResourcesOperator.class))
                    .create();
            Installation.eventually().until(() -> stored(client).getStatus() != null);

            Installation.eventually()
                    .untilAsserted(() -> assertThat(stored(client).getStatus().findings())
                            .filteredOn(finding -> finding.code().equals("NodePool"))
                            .extracting(Finding::message)
                            .singleElement()
                            .asString()
                            .contains("NodePool fast", "\"topologyManagerPolicy\":\"single-numa-node\""));
            assertThat(stored(client).getStatus().findings())
                    .extracting(Finding::code)
                    .contains("KubeletManaged");
            assertThat(Kinds.KUBELET_CONFIG.in(client).list().getItems()).isEmpty();
            operator.process().requireAlive();
            assertThat(agent.damaged()).isEmpty();
        }
    }
}
