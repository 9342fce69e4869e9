package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.api.v1alpha1.NodeDifference;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Three machines and a fourth of another kind in one group. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoolConsistencyIT {
    private ControlPlane plane;
    private KubernetesClient client;
    private OperatorProcess operator;

    @BeforeAll
    void install(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        SimulatedNodes.create(client, "demo", 3, HPC);
        SimulatedNodes.create(client, "odd", "xeon-2s", 1, HPC);
        operator = Installation.start(plane);
        client.resource(Installation.sample()).create();
    }

    @AfterAll
    void stop() {
        operator.close();
    }

    @Test
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
}
