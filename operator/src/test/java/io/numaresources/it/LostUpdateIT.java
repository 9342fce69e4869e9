package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.patch;
import static io.numaresources.it.Installation.sample;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.VersionProxy;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.TestInstance;

/**
 * java-operator-sdk #3398: in 5.3.0 to 5.3.3 the filter for an operator's own writes drops a spec change made while its status patch is in
 * flight, and the change waits for the next resync.
 */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostUpdateIT {
    private static final Duration STATUS_DELAY = Duration.ofMillis(300);

    private final Random random = new Random(20261130);
    private VersionProxy proxy;
    private KubernetesClient client;
    private OperatorProcess operator;

    @BeforeAll
    void install(ControlPlane plane) {
        client = plane.client();
        SimulatedNodes.create(client, "demo", 1, HPC);
        var root = RepositoryRoot.find();
        plane.applyManifests(root.resolve("crds"), root.resolve("config/rbac"));
        proxy = VersionProxy.start(plane, plane.binaries().kubernetesVersion(), STATUS_DELAY);
        operator = OperatorProcess.builder(plane).server(proxy.url()).start();
        operator.awaitReady();
        client.resource(sample()).create();
        eventually().untilAsserted(() -> assertThat(stored(client).getStatus()).isNotNull());
    }

    @AfterAll
    void stop() {
        operator.close();
        proxy.close();
    }

    /** Each change makes the operator write a status, which is held up; the last change falls into that time. */
    @RepeatedTest(5)
    void noSpecChangeIsLostDuringAStatusWrite() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            patch(client, "{\"spec\":{\"scheduler\":{\"logLevel\":\"" + (i % 2 == 0 ? "Debug" : "Trace") + "\"}}}");
            Thread.sleep(random.nextLong(STATUS_DELAY.toMillis()));
        }
        // the longest interval between two reconciliations is five minutes: sooner means by the event
        eventually()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(stored(client).getStatus().observedGeneration())
                        .isEqualTo(stored(client).getMetadata().getGeneration()));
        assertThat(client.apps()
                        .deployments()
                        .inNamespace(Installation.NAMESPACE)
                        .withName("numa-scheduler")
                        .get()
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getArgs())
                .contains("-v=6");
    }
}
