package io.numaresources.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.junit.Testbed;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

@Testbed
class SimulatedNodesIT {

    @Test
    void admitsAGuaranteedPodOnASimulatedMachine(ControlPlane plane, KubernetesClient client) {
        assumeThat(plane.processes()).anyMatch(process -> process.name().equals("simnode"));
        var nodes = SimulatedNodes.create(client, "demo", 2, Map.of("pool", "numa"));
        var resources = Map.of("cpu", new Quantity("2"), "memory", new Quantity("256Mi"));
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("guaranteed")
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withImage("none")
                        .withNewResources()
                        .withRequests(resources)
                        .withLimits(resources)
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build())
                .create();

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            var pod =
                    client.pods().inNamespace("default").withName("guaranteed").get();
            assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
            assertThat(pod.getSpec().getNodeName()).isIn(nodes);
        });
    }
}
