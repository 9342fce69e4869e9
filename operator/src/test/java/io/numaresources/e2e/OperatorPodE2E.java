package io.numaresources.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.junit.NumaTestbed;
import io.numaresources.testbed.machine.NumaMachines;
import io.numaresources.testbed.operator.OperatorProcess;
import java.time.Duration;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The operator in a pod of its own image, on a machine. */
@NumaTestbed
@Order(6)
class OperatorPodE2E {
    @Test
    void becomesReadyAndReconcilesAsAPodOfItsOwnImage(NumaMachines machines, KubernetesClient client) {
        var cluster = new Cluster(machines);
        OperatorImage.install(machines.plane(), 1);

        Cluster.eventually()
                .atMost(Duration.ofMinutes(20))
                .untilAsserted(() -> assertThat(client.apps()
                                .deployments()
                                .inNamespace(OperatorProcess.NAMESPACE)
                                .withName(OperatorProcess.SERVICE_ACCOUNT)
                                .get()
                                .getStatus()
                                .getReadyReplicas())
                        .isEqualTo(1));
        assertThat(client.pods()
                        .inNamespace(OperatorProcess.NAMESPACE)
                        .withLabel("app.kubernetes.io/name", "numaresources-operator")
                        .list()
                        .getItems())
                .anySatisfy(pod -> assertThat(
                                pod.getSpec().getContainers().getFirst().getImage())
                        .isEqualTo(OperatorImage.NAME));

        machines.plane()
                .applyManifests(machines.plane()
                        .binaries()
                        .root()
                        .resolve("config/samples/numaresources_v1alpha1_observe.yaml"));
        Cluster.eventually()
                .atMost(Duration.ofMinutes(10))
                .untilAsserted(() -> assertThat(
                                cluster.resource().orElseThrow().getStatus().conditions())
                        .anyMatch(condition ->
                                "Available".equals(condition.getType()) && "True".equals(condition.getStatus())));
    }
}
