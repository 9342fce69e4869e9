package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.NAMESPACE;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import java.time.Duration;
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

    private KubernetesClient client;
    private OperatorProcess first;
    private OperatorProcess second;

    @BeforeAll
    void startTwo(ControlPlane plane) {
        client = plane.client();
        SimulatedNodes.create(client, "demo", 1, HPC);
        first = Installation.start(plane);
        // looks at the lease every 5 to 11 s, well before the first one's lease of 24 s runs out
        second = OperatorProcess.builder(plane)
                .podName(SECOND)
                .environment("NUMARESOURCES_LEASE_RETRY_PERIOD", "5s")
                .start();
    }

    @AfterAll
    void stop() {
        first.close();
        second.close();
    }

    @Test
    @Order(1)
    void standbyIsReadyWithoutLeading() {
        second.awaitReady();
        assertThat(holder()).isEqualTo(FIRST);
    }

    /** JOSDK 5.3.2 configures its elector not to release. */
    @Test
    @Order(2)
    void stopReleasesTheLeaseAndTheStandbyTakesOver() {
        first.stop();
        assertThat(first.log().text()).contains("lease released");
        // its next look at the lease, not the lease's end
        eventually()
                .atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(holder()).isEqualTo(SECOND));
        client.resource(sample()).create();
        eventually()
                .untilAsserted(() -> assertThat(client.apps()
                                .deployments()
                                .inNamespace(NAMESPACE)
                                .list()
                                .getItems())
                        .isNotEmpty());
    }

    /** JOSDK 5.3.2 goes on reconciling after a lost lease. */
    @Test
    @Order(3)
    void lostLeaseEndsTheProcess() {
        client.leases()
                .inNamespace(NAMESPACE)
                .withName("numaresources-operator")
                .edit(lease -> {
                    lease.getSpec().setHolderIdentity("somebody-else");
                    return lease;
                });
        eventually().until(() -> !second.process().alive());
        assertThat(second.log().text()).contains("lease lost, ending");
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
