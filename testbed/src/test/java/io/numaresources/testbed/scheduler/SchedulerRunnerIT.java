package io.numaresources.testbed.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.AuditLog;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

@Testbed
class SchedulerRunnerIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void runsTheSchedulerThatTheDeploymentAsksFor(ControlPlane plane, KubernetesClient client) {
        SimulatedNodes.createPlain(client, "plain", 2, Map.of());
        plane.applyManifests(Path.of("src/test/resources/scheduler.yaml"));
        try (var runner = SchedulerRunner.start(plane)) {
            await().atMost(LIMIT)
                    .until(() -> runner.processes().stream()
                                    .filter(SchedulerProcess::alive)
                                    .count()
                            == 1);
            var first = runner.processes().getFirst();
            client.resource(new PodBuilder()
                            .withNewMetadata()
                            .withName("asks")
                            .withNamespace("default")
                            .endMetadata()
                            .withNewSpec()
                            .withSchedulerName("topo-aware-scheduler")
                            .addNewContainer()
                            .withName("main")
                            .withImage("none")
                            .endContainer()
                            .endSpec()
                            .build())
                    .create();

            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(client.pods()
                                    .inNamespace("default")
                                    .withName("asks")
                                    .get()
                                    .getStatus()
                                    .getPhase())
                            .isEqualTo("Running"));
            assertThat(plane.audit().all())
                    .filteredOn(AuditLog.byUser("system:serviceaccount:numa-system:scheduler"))
                    .anySatisfy(event -> assertThat(event.subresource()).isEqualTo("binding"));

            // a process that dies is started again for the same pod
            ProcessHandle.of(first.pid().orElseThrow()).orElseThrow().destroyForcibly();
            await().atMost(LIMIT)
                    .until(() -> runner.processes().stream()
                            .anyMatch(now -> now.alive() && now.podUid().equals(first.podUid()) && now.starts() == 2));

            // a pod that is replaced has a process of its own
            client.pods().inNamespace("numa-system").withName(first.podName()).delete();
            await().atMost(LIMIT)
                    .until(() -> runner.processes().size() == 1
                            && runner.processes().stream()
                                    .allMatch(
                                            now -> now.alive() && !now.podUid().equals(first.podUid())));

            client.apps()
                    .deployments()
                    .inNamespace("numa-system")
                    .withName("scheduler")
                    .scale(0);
            await().atMost(LIMIT).until(() -> runner.processes().isEmpty());
        }
    }
}
