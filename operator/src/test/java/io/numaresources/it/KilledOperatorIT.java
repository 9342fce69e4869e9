package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.NAMESPACE;
import static io.numaresources.it.Installation.awaitReady;
import static io.numaresources.it.Installation.sample;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** SIGKILL at random moments of an install. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledOperatorIT {
    private static final int KILLS = 10;

    private final Random random = new Random(20261130);
    private ControlPlane plane;
    private KubernetesClient client;
    private OperatorProcess operator;
    private SchedulerRunner schedulers;

    @BeforeAll
    void start(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        SimulatedNodes.create(client, "demo", 2, HPC);
        operator = Installation.start(plane);
        schedulers = SchedulerRunner.start(plane);
    }

    @AfterAll
    void stop() {
        operator.close();
        schedulers.close();
    }

    @Test
    void installIsFinishedAfterTenKillsAtRandomMoments() throws InterruptedException {
        client.resource(sample()).create();
        for (int i = 0; i < KILLS; i++) {
            Thread.sleep(Duration.ofMillis(random.nextInt(1500)));
            operator.kill();
            undo();
            operator = OperatorProcess.start(plane);
            operator.awaitReady();
        }
        awaitReady(client);
        for (var related : stored(client).getStatus().relatedObjects()) {
            assertThat(Objects.find(client, related))
                    .as(related.resource() + " " + related.name())
                    .isNotNull();
        }
        assertThat(client.apps().daemonSets().inNamespace(NAMESPACE).list().getItems())
                .hasSize(1);
        assertThat(client.apps().deployments().inNamespace(NAMESPACE).list().getItems())
                .hasSize(1);
    }

    /** Takes away what an install has made, so that each start is one. */
    private void undo() {
        client.apps().daemonSets().inNamespace(NAMESPACE).delete();
        client.apps().deployments().inNamespace(NAMESPACE).delete();
        client.configMaps().inNamespace(NAMESPACE).withName("numa-scheduler").delete();
        client.rbac()
                .clusterRoles()
                .withLabel("app.kubernetes.io/managed-by", "numaresources-operator")
                .delete();
    }
}
