package io.numaresources.e2e;

import static io.numaresources.e2e.Cluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.testbed.junit.NumaTestbed;
import io.numaresources.testbed.machine.NumaMachines;
import io.numaresources.testbed.operator.OperatorProcess;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** What the whole is for: real kubelets, the real updater and the real scheduler, as the operator configured and installed them. In order. */
@NumaTestbed
@Order(3)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AlignmentE2E {
    private static final String SCHEDULER = "topo-aware-scheduler";
    private static final List<Set<Integer>> ZONES = List.of(Set.of(0, 1, 2, 3), Set.of(4, 5, 6, 7));

    private NumaMachines machines;
    private KubernetesClient client;
    private Cluster cluster;
    private OperatorProcess operator;

    @BeforeAll
    void start(NumaMachines machines) {
        this.machines = machines;
        client = machines.plane().client();
        cluster = new Cluster(machines);
        operator = OperatorProcess.start(machines.plane());
        operator.awaitReady();
    }

    /** A pod that nobody would make again keeps a node from being drained. */
    @AfterAll
    void stop() {
        client.pods().inNamespace(Pods.NAMESPACE).delete();
        operator.close();
    }

    @Test
    @Order(1)
    void updaterThatTheOperatorInstallsPublishesZonesAndCosts() {
        for (var machine : cluster.machines()) {
            eventually().untilAsserted(() -> {
                var topology = cluster.topology(machine);
                assertThat(topology).isNotNull();
                assertThat(costs(topology))
                        .containsExactlyInAnyOrder(
                                "node-0 to node-0=10",
                                "node-0 to node-1=21",
                                "node-1 to node-0=21",
                                "node-1 to node-1=10");
                assertThat(Serialization.asJson(topology))
                        .contains("\"single-numa-node\"", "\"topologyManagerPolicy\"");
            });
        }
        eventually()
                .untilAsserted(() -> assertThat(
                                cluster.resource().orElseThrow().getStatus().conditions())
                        .as(() -> "status: " + cluster.resource().orElseThrow().getStatus())
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus())));
    }

    @Test
    @Order(2)
    void guaranteedPodGetsCpusOfOneZone() {
        client.resource(Pods.guaranteed("aligned", SCHEDULER, 3)).create();

        var pod = cluster.running("aligned");
        var machine = machines.get(pod.getSpec().getNodeName());
        var cpus = Pods.cpus(machine, pod);

        assertThat(cpus).hasSize(3);
        assertThat(Kubelets.podResources(machine).path("containers").valueStream())
                .filteredOn(container ->
                        "default/aligned".equals(container.path("pod").asText()))
                .singleElement()
                .satisfies(container ->
                        assertThat(Kubelets.cpus(container.path("cpus"))).isEqualTo(cpus));
        assertThat(ZONES).as("zones that have all of " + cpus).anyMatch(zone -> zone.containsAll(cpus));
    }

    @Test
    @Order(3)
    void podThatFitsNoZoneStaysPendingAndIsNotRejected() throws InterruptedException {
        client.resource(Pods.guaranteed("too-large", SCHEDULER, 5)).create();

        eventually()
                .untilAsserted(() -> assertThat(
                                cluster.pod("too-large").getStatus().getConditions())
                        .anyMatch(condition -> "PodScheduled".equals(condition.getType())
                                && "False".equals(condition.getStatus())
                                && condition.getMessage().contains("cannot align")));
        Thread.sleep(Duration.ofSeconds(15));
        assertThat(cluster.pod("too-large").getStatus().getPhase()).isEqualTo("Pending");
        assertThat(client.pods().inAnyNamespace().list().getItems())
                .noneMatch(pod -> "TopologyAffinityError".equals(pod.getStatus().getReason()));
        assertThat(client.v1().events().inAnyNamespace().list().getItems())
                .noneMatch(event -> "TopologyAffinityError".equals(event.getReason()));
    }

    /** What the operator is for: the default scheduler doesn't know zones, and the kubelet refuses. */
    @Test
    @Order(4)
    void defaultSchedulerSendsThatPodToAKubeletWhichRejectsIt() {
        client.resource(Pods.guaranteed("rejected", "default-scheduler", 5)).create();

        eventually()
                .untilAsserted(
                        () -> assertThat(cluster.pod("rejected").getStatus().getReason())
                                .isEqualTo("TopologyAffinityError"));
    }

    /** The updater writes zones in any order. */
    private List<String> costs(GenericKubernetesResource topology) {
        var zones = client.getKubernetesSerialization()
                .convertValue(topology, JsonNode.class)
                .path("zones");
        return zones.valueStream()
                .flatMap(zone -> zone.path("costs")
                        .valueStream()
                        .map(cost -> "%s to %s=%s"
                                .formatted(
                                        zone.path("name").asText(),
                                        cost.path("name").asText(),
                                        cost.path("value").asText())))
                .toList();
    }
}
