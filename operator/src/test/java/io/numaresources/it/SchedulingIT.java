package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.awaitReady;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Pods placed by the real scheduler with the rendered configuration, admitted by the kubelet's own code. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchedulingIT {
    private KubernetesClient client;
    private OperatorProcess operator;
    private SchedulerRunner schedulers;

    @BeforeAll
    void install(ControlPlane plane) {
        client = plane.client();
        SimulatedNodes.create(client, "demo", 2, HPC);
        operator = Installation.start(plane);
        schedulers = SchedulerRunner.start(plane);
        client.resource(sample()).create();
        awaitReady(client);
    }

    @AfterAll
    void stop() {
        operator.close();
        schedulers.close();
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
        var quantities = Map.of("cpu", new Quantity("" + cpus), "memory", new Quantity("256Mi"));
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .withNewSpec()
                .withSchedulerName(scheduler)
                .withNodeSelector(HPC)
                .addNewContainer()
                .withName("main")
                .withImage("registry.k8s.io/pause:3.10")
                .withNewResources()
                .withRequests(quantities)
                .withLimits(quantities)
                .endResources()
                .endContainer()
                .endSpec()
                .build();
        client.resource(pod).create();
    }

    private Pod get(String name) {
        return client.pods().inNamespace("default").withName(name).get();
    }

    private String phase(String name) {
        return get(name).getStatus().getPhase();
    }
}
