package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.OPERATOR_USER;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.patch;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.api.v1alpha1.NodeDifference;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.SimulatedPods;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Three machines and a fourth of another kind in one group: what is said of it, and what is done with it. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PoolConsistencyIT {
    private static final String ODD = "odd-0";
    private static final String OUTLIER = "numaresources.io/outlier=CPUs-by-zone:NoSchedule";
    private static final String REJECTING = "numaresources.io/rejecting=storm:PreferNoSchedule";
    private static final String FOREIGN = "dedicated=hpc:PreferNoSchedule";

    private ControlPlane plane;
    private KubernetesClient client;
    private OperatorProcess operator;

    @BeforeAll
    void install(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        SimulatedNodes.create(client, "demo", 3, HPC);
        SimulatedNodes.create(client, "odd", "xeon-2s", 1, HPC);
        var root = RepositoryRoot.find();
        plane.applyManifests(root.resolve("crds"), root.resolve("config/rbac"));
        operator = OperatorProcess.builder(plane)
                .environment("NUMARESOURCES_GUARD_PATIENCE", "2s")
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
    void theOddOneIsFoundWithWhatDiffers() throws Exception {
        eventually().untilAsserted(() -> {
            var status = stored(client).getStatus();
            assertThat(status).isNotNull();
            assertThat(status.findings()).anySatisfy(finding -> {
                assertThat(finding.code()).isEqualTo("NodeDiffers");
                assertThat(finding.node()).isEqualTo("odd-0");
                assertThat(finding.message()).contains("CPUs by zone").contains("memory by zone");
            });
            var consistency = status.nodeGroups().getFirst().consistency();
            assertThat(consistency).isNotNull();
            assertThat(consistency.nodes()).isEqualTo(4);
            assertThat(consistency.outliers()).isEqualTo(1);
            assertThat(consistency.baseline()).containsKeys("CPUs by zone", "distances", "topology policy", "kubelet");
            assertThat(consistency.differences())
                    .extracting(NodeDifference::node)
                    .containsOnly("odd-0");
        });
        var scraper = Scraper.allowed(plane);
        assertThat(scraper.scrape(operator.address()).lines())
                .contains("numaresources_group_nodes{group=\"hpc\",state=\"outlier\"} 1.0")
                .anyMatch(line -> line.startsWith("numaresources_findings{code=\"NodeDiffers\""))
                .anyMatch(line -> line.startsWith("numaresources_zones_available{group=\"hpc\",resource=\"cpu\"}"))
                .anyMatch(line -> line.startsWith("numaresources_topology_age_seconds{group=\"hpc\"}"))
                .anyMatch(line -> line.startsWith("numaresources_api_requests_total{code=\"2xx\",method=\"GET\"}"))
                .anyMatch(line -> line.startsWith("numaresources_pass_seconds_count{outcome=\"done\"}"));
    }

    @Test
    @Order(2)
    void theOddOneIsTaintedAsLongAsTheGroupAsksForIt() {
        client.nodes()
                .withName(ODD)
                .edit(node -> new NodeBuilder(node)
                        .editSpec()
                        .addNewTaint()
                        .withKey("dedicated")
                        .withValue("hpc")
                        .withEffect("PreferNoSchedule")
                        .endTaint()
                        .endSpec()
                        .build());
        var mark = plane.audit().mark();

        taintOutliers("NoSchedule");
        eventually().untilAsserted(() -> assertThat(taints(ODD)).containsExactlyInAnyOrder(FOREIGN, OUTLIER));
        eventually()
                .untilAsserted(() -> assertThat(stored(client).getStatus().findings())
                        .anySatisfy(finding -> {
                            assertThat(finding.code()).isEqualTo("NodesTainted");
                            assertThat(finding.message()).contains("numaresources.io/outlier is on " + ODD);
                        }));
        eventually()
                .untilAsserted(() -> assertThat(client.v1()
                                .events()
                                .inNamespace("default")
                                .list()
                                .getItems())
                        .anySatisfy(event -> {
                            assertThat(event.getReason()).isEqualTo("NUMATainted");
                            assertThat(event.getInvolvedObject().getName()).isEqualTo(ODD);
                            assertThat(event.getMessage()).contains("CPUs by zone");
                        }));
        assertThat(taints("demo-0")).isEmpty();
        assertThat(plane.audit().ofUser(mark, OPERATOR_USER))
                .filteredOn(event ->
                        event.resource().equals("nodes") && event.verb().equals("patch"))
                .hasSize(1);

        taintOutliers("None");
        eventually().untilAsserted(() -> assertThat(taints(ODD)).containsExactly(FOREIGN));
        taintOutliers("NoSchedule");
        eventually().untilAsserted(() -> assertThat(taints(ODD)).containsExactlyInAnyOrder(FOREIGN, OUTLIER));
    }

    @Test
    @Order(3)
    void aNodeThatRejectsPodsInAStormIsTaintedWhileItLasts() {
        patch(
                client,
                "{\"spec\":{\"rejectedPods\":{\"taint\":\"PreferNoSchedule\","
                        + "\"stormThreshold\":{\"pods\":4,\"window\":\"10s\"}}}}");
        // 5 CPUs fit no zone of a demo node
        var template = new PodBuilder(Pods.guaranteed("storm", "default-scheduler", 5, "64Mi"))
                .editSpec()
                .withNodeName("demo-0")
                .withNodeSelector(Map.of())
                .endSpec()
                .build();
        client.resource(SimulatedPods.replicaSet("storm", template)).create();

        eventually().untilAsserted(() -> assertThat(taints("demo-0")).containsExactly(REJECTING));
        assertThat(taints(ODD)).containsExactlyInAnyOrder(FOREIGN, OUTLIER);

        client.apps().replicaSets().inNamespace("default").withName("storm").delete();
        eventually().untilAsserted(() -> assertThat(taints("demo-0")).isEmpty());
    }

    @Test
    @Order(4)
    void whenTheResourceGoesItsTaintsGo() {
        client.resource(stored(client)).delete();

        eventually().untilAsserted(() -> assertThat(stored(client)).isNull());
        assertThat(taints(ODD)).containsExactly(FOREIGN);
    }

    private void taintOutliers(String effect) {
        patch(client, """
                {"spec": {"nodeGroups": [{
                  "name": "hpc",
                  "nodeSelector": {"matchLabels": {"node-role.kubernetes.io/hpc": ""}},
                  "kubelet": {"provider": "None", "topologyManager": {"policy": "single-numa-node", "scope": "pod"}},
                  "outliers": {"taint": "%s"}}]}}
                """.formatted(effect));
    }

    /** As key=value:effect; those that Kubernetes itself gives to nodes left out. */
    private List<String> taints(String node) {
        return client.nodes().withName(node).get().getSpec().getTaints().stream()
                .filter(taint -> !taint.getKey().startsWith("node.kubernetes.io/"))
                .map(taint -> taint.getKey() + "=" + taint.getValue() + ":" + taint.getEffect())
                .toList();
    }
}
