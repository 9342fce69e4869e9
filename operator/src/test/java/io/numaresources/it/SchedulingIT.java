package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Pods placed by the real scheduler with the rendered configuration, admitted by the kubelet's own code. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchedulingIT {
    private KubernetesClient client;
    private Installation installation;

    @BeforeAll
    void install(ControlPlane plane) {
        client = plane.client();
        SimulatedNodes.create(client, "demo", 2, HPC);
        installation = Installation.ready(plane);
    }

    @AfterAll
    void stop() {
        installation.close();
    }

    @Test
    void alignsWhatFitsAndKeepsPendingWhatFitsNoZone() {
        pod("fits", 3, "topo-aware-scheduler");
        eventually()
                .atMost(Duration.ofSeconds(120))
                .untilAsserted(() -> assertThat(phase("fits")).isEqualTo("Running"));
        assertThat(get("fits").getMetadata().getAnnotations().get("testbed.numaresources.io/numa-nodes"))
                .matches("main=\\d");

        // 5 CPUs fit a node of 8 and no zone of 4
        pod("too-wide", 5, "topo-aware-scheduler");
        eventually()
                .untilAsserted(() -> assertThat(get("too-wide").getStatus().getConditions())
                        .anyMatch(condition -> "PodScheduled".equals(condition.getType())
                                && condition.getMessage() != null
                                && condition.getMessage().contains("cannot align")));
        assertThat(phase("too-wide")).isEqualTo("Pending");

        pod("blind", 5, "default-scheduler");
        eventually()
                .untilAsserted(
                        () -> assertThat(get("blind").getStatus().getReason()).isEqualTo("TopologyAffinityError"));
    }

    private void pod(String name, int cpus, String scheduler) {
        client.resource(Pods.guaranteed(name, scheduler, cpus, "256Mi")).create();
    }

    private Pod get(String name) {
        return client.pods().inNamespace("default").withName(name).get();
    }

    private String phase(String name) {
        return get(name).getStatus().getPhase();
    }
}
