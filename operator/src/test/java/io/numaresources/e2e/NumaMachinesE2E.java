package io.numaresources.e2e;

import static io.numaresources.e2e.Pods.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NodePhase;
import io.numaresources.testbed.junit.EmulatedMachines;
import io.numaresources.testbed.machine.KubeletLayout;
import io.numaresources.testbed.machine.Machine;
import io.numaresources.testbed.machine.NumaMachines;
import io.numaresources.testbed.operator.OperatorProcess;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** The operator in a pod of its own image, with real kubelets and systemd on emulated NUMA machines. In order. */
@EmulatedMachines
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NumaMachinesE2E {
    private static final String SCHEDULER = "topo-aware-scheduler";
    private static final List<Set<Integer>> ZONES = List.of(Set.of(0, 1, 2, 3), Set.of(4, 5, 6, 7));

    /** For both nodes, one after the other, each with two pods of Java on emulated CPUs. */
    private static final Duration ROLLOUT = Duration.ofMinutes(30);

    private static final Set<NodePhase> FAILED =
            EnumSet.of(NodePhase.PREFLIGHT_FAILED, NodePhase.ROLLED_BACK, NodePhase.BROKEN);

    private NumaMachines machines;
    private KubernetesClient client;

    @BeforeAll
    void take(NumaMachines machines) {
        this.machines = machines;
        this.client = machines.plane().client();
    }

    @Test
    @Order(1)
    void kernelSeesTwoZonesOnEachMachine() {
        assertThat(machines.all())
                .hasSize(2)
                .allSatisfy(machine -> assertThat(machine.ssh("numactl -H"))
                        .contains("available: 2 nodes (0-1)", "node 0 cpus: 0 1 2 3", "node 1 cpus: 4 5 6 7")
                        .containsPattern("0: +10 +21")
                        .containsPattern("1: +21 +10"));
    }

    @Test
    @Order(2)
    void kubeletsOfTheServersVersionAreReadyInBothLayouts() {
        assertThat(client.nodes().list().getItems()).hasSize(2).allSatisfy(node -> {
            assertThat(node.getStatus().getNodeInfo().getKubeletVersion())
                    .isEqualTo(machines.plane().binaries().kubernetesVersion());
            assertThat(node.getStatus().getConditions())
                    .anyMatch(condition -> "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
            assertThat(node.getStatus().getCapacity().get("cpu").getAmount()).isEqualTo("8");
        });
        for (var machine : machines.all()) {
            var commandLine = machine.ssh("tr '\\0' ' ' < /proc/$(pidof kubelet)/cmdline");
            assertThat(commandLine.contains("--config-dir"))
                    .isEqualTo(machine.spec().layout() == KubeletLayout.CONFIG_DIRECTORY);
            assertThat(Kubelets.configuration(client, machine)
                            .path("cpuManagerPolicy")
                            .asText())
                    .isEqualTo("none");
        }
    }

    @Test
    @Order(3)
    void containerdRunsAPodOnEachMachine() {
        for (var machine : machines.all()) {
            client.resource(Pods.plain("plain-" + machine.name(), machine.name()))
                    .create();
        }
        for (var machine : machines.all()) {
            var pod = running("plain-" + machine.name());
            assertThat(pod.getStatus().getPodIP()).startsWith("10.88.");
            assertThat(machine.ssh("ctr --namespace k8s.io tasks list")).contains("RUNNING");
            assertThat(Pods.cpus(machine, pod)).hasSize(8);
            client.resource(pod).delete();
        }
    }

    @Test
    @Order(4)
    void operatorRunsAsAPodOfItsOwnImage() {
        machines.all().forEach(OperatorImage::importInto);
        OperatorImage.install(machines.plane());

        eventually()
                .untilAsserted(() -> assertThat(client.apps()
                                .deployments()
                                .inNamespace(OperatorProcess.NAMESPACE)
                                .withName(OperatorProcess.SERVICE_ACCOUNT)
                                .get()
                                .getStatus()
                                .getReadyReplicas())
                        .isEqualTo(1));
    }

    /** The ten lines of the README. */
    @Test
    @Order(5)
    void tenLinesConfigureTheKubeletsOfBothLayouts() {
        machines.all().forEach(this::joinGroup);
        var root = machines.plane().binaries().root();
        machines.plane().applyManifests(root.resolve("config/samples/numaresources_v1alpha1_minimal.yaml"));

        for (var machine : machines.all()) {
            Awaitility.await()
                    .atMost(ROLLOUT)
                    .pollInterval(Duration.ofSeconds(2))
                    .failFast("a node failed", () -> failed(machine))
                    .untilAsserted(() -> assertThat(numaNode(machine))
                            .extracting(NUMANodeStatus::phase)
                            .as(() -> machine.name() + ": " + numaNode(machine))
                            .isEqualTo(NodePhase.CONFIGURED));
        }
        for (var machine : machines.all()) {
            var configuration = Kubelets.configuration(client, machine);
            assertThat(configuration.path("cpuManagerPolicy").asText()).isEqualTo("static");
            assertThat(configuration.path("memoryManagerPolicy").asText()).isEqualTo("Static");
            assertThat(configuration.path("topologyManagerPolicy").asText()).isEqualTo("single-numa-node");
            assertThat(configuration.path("topologyManagerScope").asText()).isEqualTo("pod");
            assertThat(machine.ssh("cat /var/lib/kubelet/cpu_manager_state")).contains("\"policyName\":\"static\"");
            assertThat(machine.ssh("cat /var/lib/kubelet/memory_manager_state")).contains("\"policyName\":\"Static\"");
            assertThat(client.nodes().withName(machine.name()).get().getSpec().getUnschedulable())
                    .as(machine.name() + " is cordoned")
                    .isNotEqualTo(true);
        }
    }

    @Test
    @Order(6)
    void updaterThatTheOperatorInstallsPublishesZonesAndCosts() {
        for (var machine : machines.all()) {
            eventually().untilAsserted(() -> {
                var topology = topology(machine);
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
                .untilAsserted(() -> assertThat(stored().getStatus().conditions())
                        .as(() -> "status: " + stored().getStatus())
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus())));
    }

    @Test
    @Order(7)
    void guaranteedPodGetsCpusOfOneZone() {
        client.resource(Pods.guaranteed("aligned", SCHEDULER, 3)).create();

        var pod = running("aligned");
        var cpus = Pods.cpus(machines.get(pod.getSpec().getNodeName()), pod);

        assertThat(cpus).hasSize(3);
        assertThat(ZONES).as("zones that have all of " + cpus).anyMatch(zone -> zone.containsAll(cpus));
    }

    @Test
    @Order(8)
    void podThatFitsNoZoneStaysPendingAndIsNotRejected() throws InterruptedException {
        client.resource(Pods.guaranteed("too-large", SCHEDULER, 5)).create();

        eventually()
                .untilAsserted(() -> assertThat(pod("too-large").getStatus().getConditions())
                        .anyMatch(condition -> "PodScheduled".equals(condition.getType())
                                && "False".equals(condition.getStatus())
                                && condition.getMessage().contains("cannot align")));
        Thread.sleep(Duration.ofSeconds(15));
        assertThat(pod("too-large").getStatus().getPhase()).isEqualTo("Pending");
        assertThat(client.pods().inAnyNamespace().list().getItems())
                .noneMatch(pod -> "TopologyAffinityError".equals(pod.getStatus().getReason()));
        assertThat(client.v1().events().inAnyNamespace().list().getItems())
                .noneMatch(event -> "TopologyAffinityError".equals(event.getReason()));
    }

    /** What the operator is for: the default scheduler doesn't know zones, and the kubelet refuses. */
    @Test
    @Order(9)
    void defaultSchedulerSendsThatPodToAKubeletWhichRejectsIt() {
        client.resource(Pods.guaranteed("rejected", "default-scheduler", 5)).create();

        eventually()
                .untilAsserted(() ->
                        assertThat(pod("rejected").getStatus().getReason()).isEqualTo("TopologyAffinityError"));
    }

    private void joinGroup(Machine machine) {
        client.nodes().withName(machine.name()).edit(node -> {
            node.getMetadata().getLabels().put("node-role.kubernetes.io/hpc", "");
            return node;
        });
    }

    private NUMAResourcesOperator stored() {
        return client.resources(NUMAResourcesOperator.class)
                .withName(NUMAResourcesOperator.NAME)
                .get();
    }

    private @Nullable NUMANodeStatus numaNode(Machine machine) {
        var node = client.resources(NUMANode.class).withName(machine.name()).get();
        return node == null ? null : node.getStatus();
    }

    private boolean failed(Machine machine) {
        var status = numaNode(machine);
        return status != null && FAILED.contains(status.phase());
    }

    private @Nullable GenericKubernetesResource topology(Machine machine) {
        return client.genericKubernetesResources("topology.node.k8s.io/v1alpha2", "NodeResourceTopology")
                .withName(machine.name())
                .get();
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

    private Pod pod(String name) {
        return client.pods().inNamespace(NAMESPACE).withName(name).get();
    }

    private Pod running(String name) {
        eventually()
                .untilAsserted(() -> assertThat(pod(name).getStatus().getPhase())
                        .as(() -> pod(name).getStatus().toString())
                        .isEqualTo("Running"));
        return pod(name);
    }

    /** Emulated machines are slow, and slower on a busy host. */
    private static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofMinutes(5)).pollInterval(Duration.ofSeconds(1));
    }
}
