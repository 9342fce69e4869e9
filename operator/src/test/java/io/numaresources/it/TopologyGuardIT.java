package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.patch;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Nodes;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** NodeResourceTopologies that others spoil. Node "bare" has no updater that publishes, so that what the test writes stays. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TopologyGuardIT {
    private static final String GROUP = "topology.node.k8s.io/";

    private KubernetesClient client;
    private OperatorProcess operator;
    private String machine;
    private String bare;

    @BeforeAll
    void install(ControlPlane plane) {
        client = plane.client();
        machine = SimulatedNodes.create(client, "demo", 1, HPC).getFirst();
        bare = SimulatedNodes.createPlain(client, "bare", 1, HPC).getFirst();
        var root = RepositoryRoot.find();
        plane.applyManifests(root.resolve("crds"), root.resolve("config/rbac"));
        operator = OperatorProcess.builder(plane)
                .environment("NUMARESOURCES_GUARD_PATIENCE", "3s")
                .start();
        operator.awaitReady();
        client.resource(Installation.sample()).create();
    }

    @AfterAll
    void stop() {
        operator.close();
    }

    @Test
    @Order(1)
    void aNodeThatPublishesNothingIsFound() {
        eventually()
                .untilAsserted(() -> assertThat(finding("TopologyMissing")).hasValueSatisfying(finding -> {
                    assertThat(finding.node()).isEqualTo(bare);
                    assertThat(finding.group()).isEqualTo("hpc");
                }));
    }

    @Test
    @Order(2)
    void zonesThatTheSchedulerPassesOverAreFound() {
        write("v1alpha2", "nfd-topology-updater", "numa-node-0", "4");

        eventually().untilAsserted(() -> {
            assertThat(finding("TopologyMalformed"))
                    .hasValueSatisfying(finding -> assertThat(finding.message()).contains("numa-node-0"));
            assertThat(finding("TopologyMissing")).isEmpty();
        });
        write("v1alpha2", "nfd-topology-updater", "node-0", "4");
        eventually()
                .untilAsserted(() -> assertThat(finding("TopologyMalformed")).isEmpty());
    }

    @Test
    @Order(3)
    void twoWritersAreFoundAndForgottenWithTheObject() {
        write("v1alpha2", "somebody-else", "node-0", "3");

        eventually()
                .untilAsserted(() -> assertThat(finding("TopologyWriters"))
                        .hasValueSatisfying(finding ->
                                assertThat(finding.message()).contains("nfd-topology-updater and somebody-else")));
        topologies("v1alpha2").withName(bare).delete();
        eventually().untilAsserted(() -> assertThat(finding("TopologyWriters")).isEmpty());
    }

    /** As koordlet does. */
    @Test
    @Order(4)
    void aWriterOfTheOldVersionIsFound() {
        write("v1alpha1", "koordlet", "node-0", "4");

        eventually()
                .untilAsserted(() -> assertThat(finding("TopologyOldVersion"))
                        .hasValueSatisfying(
                                finding -> assertThat(finding.message()).contains("koordlet")));
        topologies("v1alpha2").withName(bare).delete();
    }

    @Test
    @Order(5)
    void aFingerprintOfOtherPodsIsFoundWhenItStays() {
        write("v1alpha2", "nfd-topology-updater", "node-0", "4");
        eventually()
                .untilAsserted(
                        () -> assertThat(stored(client).getStatus().topologies().nodes())
                                .isEqualTo(2));
        // other amounts are the reason to look at the node's pods
        write("v1alpha2", "nfd-topology-updater", "node-0", "2");

        eventually()
                .untilAsserted(() -> assertThat(finding("FingerprintMismatch"))
                        .hasValueSatisfying(
                                finding -> assertThat(finding.node()).isEqualTo(bare)));
    }

    /** The fingerprint of this node is made by the updaters' own library. */
    @Test
    @Order(6)
    void podsOfAnotherSchedulerWithCpusOfTheirOwnAreFound() {
        var pod = Pods.guaranteed("foreign", "default-scheduler", 1, "64Mi");
        pod.getSpec().setNodeSelector(Map.of());
        pod.getSpec().setNodeName(machine);
        client.resource(pod).create();

        eventually()
                .untilAsserted(() -> assertThat(finding("ForeignExclusivePods")).hasValueSatisfying(finding -> {
                    assertThat(finding.node()).isEqualTo(machine);
                    assertThat(finding.message()).contains("default-scheduler");
                }));
        assertThat(finding("FingerprintMismatch"))
                .as("of %s", machine)
                .hasValueSatisfying(finding -> assertThat(finding.message()).doesNotContain(machine));

        client.resource(pod).withGracePeriod(0).delete();
        eventually()
                .atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(finding("ForeignExclusivePods")).isEmpty());
    }

    /** Whatever is found, the operator writes no topology: that of a node that left the group is removed, and no other. */
    @Test
    @Order(7)
    void theTopologyOfANodeThatLeavesIsRemovedAndItsFindingsWithIt() {
        patch(client, "{\"spec\":{\"updater\":{\"logLevel\":\"Debug\"}}}");
        HPC.keySet().forEach(label -> Nodes.label(client, bare, Collections.singletonMap(label, null)));

        eventually().untilAsserted(() -> {
            assertThat(topologies("v1alpha2").list().getItems())
                    .extracting(topology -> topology.getMetadata().getName())
                    .containsExactly(machine);
            assertThat(finding("FingerprintMismatch")).isEmpty();
        });
    }

    private Optional<Finding> finding(String code) {
        var status = stored(client).getStatus();
        return status == null
                ? Optional.empty()
                : status.findings().stream()
                        .filter(finding -> finding.code().equals(code))
                        .findFirst();
    }

    /** Replaces the topology of the bare node, whole, as updaters do. */
    private void write(String version, String manager, String zone, String available) {
        var current = topologies(version).withName(bare).get();
        var object =
                Serialization.unmarshal("""
                apiVersion: topology.node.k8s.io/%s
                kind: NodeResourceTopology
                metadata: {name: %s}
                topologyPolicies: [SingleNUMANodePodLevel]
                attributes:
                - {name: topologyManagerPolicy, value: single-numa-node}
                - {name: topologyManagerScope, value: pod}
                - {name: nodeTopologyPodsFingerprint, value: pfp0v0010123456789abcdef}
                zones:
                - name: %s
                  type: Node
                  resources: [{name: cpu, capacity: "4", allocatable: "4", available: "%s"}]
                """.formatted(version, bare, zone, available), GenericKubernetesResource.class);
        if (version.equals("v1alpha1")) {
            object.getAdditionalProperties().remove("attributes");
        }
        var path = "/apis/%s%s/noderesourcetopologies".formatted(GROUP, version);
        if (current == null) {
            client.raw(path + "?fieldManager=" + manager, "POST", object);
        } else {
            object.getMetadata().setResourceVersion(current.getMetadata().getResourceVersion());
            client.raw("%s/%s?fieldManager=%s".formatted(path, bare, manager), "PUT", object);
        }
    }

    private io.fabric8.kubernetes.client.dsl.NonNamespaceOperation<
                    GenericKubernetesResource,
                    io.fabric8.kubernetes.api.model.GenericKubernetesResourceList,
                    io.fabric8.kubernetes.client.dsl.Resource<GenericKubernetesResource>>
            topologies(String version) {
        return client.genericKubernetesResources(GROUP + version, "NodeResourceTopology");
    }
}
