package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.NAMESPACE;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Edits;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Two operators, one lease. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LeadershipIT {
    private static final String FIRST = "numaresources-operator-0";
    private static final String SECOND = "numaresources-operator-1";
    private static final String THIRD = "numaresources-operator-2";

    private KubernetesClient client;
    private OperatorProcess first;
    private OperatorProcess second;
    private OperatorProcess third;
    private ControlPlane plane;

    @BeforeAll
    void startTwo(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        SimulatedNodes.create(client, "demo", 1, HPC);
        first = Installation.start(plane);
        // only a watch shows it a released lease: its elector would ask every 2 minutes
        second = OperatorProcess.builder(plane)
                .podName(SECOND)
                .environment("NUMARESOURCES_LEASE_DURATION", "6m")
                .environment("NUMARESOURCES_LEASE_RENEW_DEADLINE", "5m")
                .environment("NUMARESOURCES_LEASE_RETRY_PERIOD", "2m")
                .start();
    }

    @AfterAll
    void stop() {
        first.close();
        second.close();
        if (third != null) {
            third.close();
        }
    }

    @Test
    @Order(1)
    void standbyIsReadyWithoutLeading() {
        second.awaitReady();
        assertThat(holder()).isEqualTo(FIRST);
    }

    @Test
    @Order(2)
    void stopReleasesTheLeaseAndTheStandbyTakesOver() {
        first.stop();
        assertThat(first.log().text()).contains("lease released");
        eventually().untilAsserted(() -> assertThat(holder()).isEqualTo(SECOND));
        client.resource(sample()).create();
        eventually()
                .untilAsserted(() -> assertThat(client.apps()
                                .deployments()
                                .inNamespace(NAMESPACE)
                                .list()
                                .getItems())
                        .isNotEmpty());
    }

    @Test
    @Order(3)
    void leaseOfADeadProcessIsTakenWhenItRunsOut() {
        second.kill();
        giveTo("dead");
        third = OperatorProcess.builder(plane)
                .podName(THIRD)
                .environment("NUMARESOURCES_LEASE_DURATION", "5s")
                .environment("NUMARESOURCES_LEASE_RENEW_DEADLINE", "4s")
                .environment("NUMARESOURCES_LEASE_RETRY_PERIOD", "1s")
                .start();
        eventually().untilAsserted(() -> assertThat(holder()).isEqualTo(THIRD));
        third.awaitReady();
    }

    @Test
    @Order(4)
    void lostLeaseEndsTheProcess() {
        giveTo("somebody-else");
        eventually().until(() -> !third.process().alive());
        assertThat(third.log().text()).contains("lease lost, ending");
    }

    private void giveTo(String process) {
        Edits.of(client.leases().inNamespace(NAMESPACE).withName("numaresources-operator"), lease -> {
            lease.getSpec().setHolderIdentity(process);
            lease.getSpec().setLeaseDurationSeconds(5);
            lease.getSpec().setRenewTime(ZonedDateTime.now(ZoneOffset.UTC));
            return lease;
        });
    }

    private String holder() {
        return client.leases()
                .inNamespace(NAMESPACE)
                .withName("numaresources-operator")
                .get()
                .getSpec()
                .getHolderIdentity();
    }
}
