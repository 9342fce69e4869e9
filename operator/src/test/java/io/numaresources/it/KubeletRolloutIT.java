package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.condition;
import static io.numaresources.it.Installation.patch;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.rollout.Phase;
import io.numaresources.testbed.AuditLog;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Nodes;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Kubelets of simulated nodes are configured, by a scripted agent, from the first change to the way back; in order. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KubeletRolloutIT {
    private static final String OVERRIDES = "testbed.numaresources.io/kubelet";
    private static final String GUARDED = "guarded";

    private ControlPlane plane;
    private KubernetesClient client;
    private OperatorProcess operator;
    private ScriptedAgent agent;
    private List<String> nodes;
    private Unavailability unavailability;

    @BeforeAll
    void install(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        nodes = SimulatedNodes.create(client, "demo", 5, HPC);
        operator = Installation.start(plane);
        agent = ScriptedAgent.start(plane);
        unavailability = Unavailability.watch(plane.newClient(), nodes);
    }

    @AfterAll
    void stop() {
        unavailability.close();
        agent.close();
        operator.close();
    }

    @Test
    @Order(1)
    void fiveNodesAreConfiguredCanaryFirstWithinTheBudget() {
        Nodes.cordon(client, "demo-4", true);
        guardedPodOn("demo-2");
        client.resource(resource("""
                maxUnavailable: 2
                canary: {nodes: 1, soak: 3s}
                """)).create();

        await(Duration.ofMinutes(4))
                .untilAsserted(() -> assertThat(numaNode("demo-2").getStatus().message())
                        .contains("a PodDisruptionBudget refuses to let go of default/" + GUARDED));
        assertThat(Phase.parse(numaNode("demo-2").getStatus().phase().value())).isEqualTo(Phase.CORDONED);
        client.policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace("default")
                .withName(GUARDED)
                .delete();

        awaitConfigured();
        var granted = new TreeMap<Instant, String>();
        nodes.forEach(name -> granted.put(entered(name, Phase.GRANTED), name));
        var canary = granted.firstEntry().getValue();
        assertThat(granted.tailMap(granted.firstKey(), false).firstKey())
                .as("second grant after the canary, %s, was configured", canary)
                .isAfterOrEqualTo(entered(canary, Phase.CONFIGURED));
        // demo-4 was cordoned before and stays so
        assertThat(unavailability.most()).isLessThanOrEqualTo(2);
        assertThat(cordoned()).containsExactly("demo-4");
        assertThat(nodes).allSatisfy(name -> assertThat(overrides(name)).contains("\"topologyManagerScope\":\"pod\""));
        var group = stored(client).getStatus().nodeGroups().getFirst();
        assertThat(group.configured()).isEqualTo(5);
        assertThat(group.kubeletHash()).isNotNull();
        assertThat(group.rolloutStarted()).isNotNull();
        assertThat(agentPods()).isEmpty();
        assertThat(client.v1().events().inNamespace("default").list().getItems().stream()
                        .filter(event ->
                                "NUMANode".equals(event.getInvolvedObject().getKind()))
                        .map(Event::getReason))
                .contains("PreflightPassed", "Cordoned", "Drained", "Verified", "Configured");
        Nodes.cordon(client, "demo-4", false);
    }

    @Test
    @Order(2)
    void configuredNodesCostNoRequest() throws InterruptedException {
        eventually().until(() -> quietFor(Duration.ofSeconds(5)));
        assertThat(quietFor(Duration.ofSeconds(20))).isTrue();
    }

    @Test
    @Order(3)
    void aKubeletThatStartedAgainIsLookedAtAtOnce() {
        var before = overrides("demo-1");
        Nodes.annotate(client, "demo-1", Map.of(OVERRIDES, before.replace("\"pod\"", "\"container\"")));
        client.resource(new EventBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName("demo-1.started")
                        .endMetadata()
                        .withNewInvolvedObject()
                        .withKind("Node")
                        .withName("demo-1")
                        .endInvolvedObject()
                        .withReason("Starting")
                        .withNewSource()
                        .withComponent("kubelet")
                        .endSource()
                        .withLastTimestamp(Instant.now().plusSeconds(1).toString())
                        .build())
                .create();

        eventually().untilAsserted(() -> assertThat(overrides("demo-1")).isEqualTo(before));
        awaitConfigured();
    }

    @Test
    @Order(4)
    void aFailureIsRolledBackAndFreezesTheGroupWithTheKubeletsWords() {
        agent.damageNext();
        var before = nodes.stream().collect(Collectors.toMap(name -> name, this::overrides));
        var granted = nodes.stream().collect(Collectors.toMap(name -> name, name -> entered(name, Phase.GRANTED)));
        patchGroup("""
                {"kubelet":{"topologyManager":{"policy":"restricted","scope":"pod"}}}""");

        eventually().until(() -> agent.damaged().isPresent());
        var damaged = agent.damaged().orElseThrow();
        eventually().untilAsserted(() -> assertThat(phase(damaged)).isEqualTo(Phase.ROLLED_BACK));
        assertThat(overrides(damaged)).isEqualTo(before.get(damaged));
        assertThat(cordoned()).isEmpty();
        eventually().untilAsserted(() -> {
            var status = stored(client).getStatus();
            assertThat(status.nodeGroups().getFirst().phase()).isEqualTo("Frozen");
            assertThat(status.findings())
                    .anySatisfy(finding -> assertThat(finding.message())
                            .startsWith("node " + damaged + ": ")
                            .contains("is not equal to the value")
                            .contains("determined by Node Allocatable feature"));
            assertThat(condition(client, "Degraded")).isEqualTo("True RolloutFrozen");
        });
        assertThat(nodes)
                .filteredOn(name -> !name.equals(damaged))
                .allSatisfy(name -> assertThat(entered(name, Phase.GRANTED)).isEqualTo(granted.get(name)));
    }

    @Test
    @Order(5)
    void aRetryGoesOnWhereverTheOperatorIsKilled() throws InterruptedException {
        var damaged = agent.damaged().orElseThrow();
        agent.repair();
        patchGroup("""
                {"rollout":{"maxUnavailable":"100%","canary":{"nodes":0}}}""");
        Thread.sleep(Duration.ofSeconds(3));
        assertThat(phase(damaged)).isEqualTo(Phase.ROLLED_BACK);
        annotate("numaresources.io/retry", "now");
        for (var phase : List.of(Phase.CORDONED, Phase.APPLIED, Phase.ROLLBACK_ARMED)) {
            await(Duration.ofSeconds(60))
                    .until(() -> nodes.stream().anyMatch(name -> phase(name).compareTo(phase) >= 0));
            operator.kill();
            Thread.sleep(Duration.ofSeconds(2));
            operator = OperatorProcess.start(plane);
            operator.awaitReady();
        }
        awaitConfigured();
        assertThat(cordoned()).isEmpty();
        assertThat(nodes)
                .allSatisfy(name -> assertThat(overrides(name)).contains("\"topologyManagerPolicy\":\"restricted\""));
        assertThat(stored(client).getMetadata().getAnnotations()).doesNotContainKey("numaresources.io/retry");
    }

    @Test
    @Order(6)
    void inModeManualNothingIsTouchedUntilThePlanIsApproved() throws InterruptedException {
        patchGroup("""
                {"rollout":{"mode":"Manual","maxUnavailable":"100%","canary":{"nodes":0}},
                 "kubelet":{"topologyManager":{"policy":"best-effort","scope":"pod"}}}""");
        eventually()
                .untilAsserted(() -> assertThat(nodes).allSatisfy(name -> {
                    assertThat(phase(name)).isEqualTo(Phase.PREFLIGHT_PASSED);
                    assertThat(numaNode(name).getStatus().message())
                            .isEqualTo("to change: topologyManagerPolicy from restricted to best-effort");
                }));
        Thread.sleep(Duration.ofSeconds(3));
        assertThat(nodes).allSatisfy(name -> assertThat(phase(name)).isEqualTo(Phase.PREFLIGHT_PASSED));
        assertThat(cordoned()).isEmpty();
        var group = stored(client).getStatus().nodeGroups().getFirst();
        assertThat(group.message()).contains("0 of 5 configured", "mode Manual: this plan is not approved");

        annotate("numaresources.io/approve", group.kubeletHash());
        awaitConfigured();
    }

    @Test
    @Order(7)
    void pausedStartsNoNode() throws InterruptedException {
        patchGroup("""
                {"rollout":{"mode":"Automatic","paused":true,"maxUnavailable":"100%","canary":{"nodes":0}},
                 "kubelet":{"topologyManager":{"policy":"single-numa-node","scope":"pod"}}}""");
        eventually()
                .untilAsserted(() -> assertThat(nodes)
                        .allSatisfy(name -> assertThat(phase(name)).isEqualTo(Phase.PREFLIGHT_PASSED)));
        Thread.sleep(Duration.ofSeconds(3));
        assertThat(cordoned()).isEmpty();
        assertThat(stored(client).getStatus().nodeGroups().getFirst().message()).contains("rollout.paused is true");
    }

    @Test
    @Order(8)
    void overlappingGroupsAreLeftAsTheyAre() throws InterruptedException {
        patch(client, """
                {"spec":{"nodeGroups":[
                 {"name":"hpc","nodeSelector":{"matchLabels":{"node-role.kubernetes.io/hpc":""}},
                  "kubelet":{"topologyManager":{"policy":"single-numa-node","scope":"pod"}}},
                 {"name":"twin","nodeSelector":{"matchLabels":{"node-role.kubernetes.io/hpc":""}},
                  "kubelet":{"topologyManager":{"policy":"restricted","scope":"pod"}}}]}}""");
        eventually()
                .untilAsserted(() -> assertThat(condition(client, "Degraded")).isEqualTo("True OverlappingGroups"));
        Thread.sleep(Duration.ofSeconds(3));
        assertThat(cordoned()).isEmpty();
        assertThat(nodes).allSatisfy(name -> {
            assertThat(numaNode(name).getSpec().group()).isEqualTo("hpc");
            assertThat(phase(name)).isEqualTo(Phase.PREFLIGHT_PASSED);
        });
    }

    @Test
    @Order(9)
    void deletionGivesEveryNodeBackWhatItRan() {
        patch(client, """
                {"spec":{"nodeGroups":[
                 {"name":"hpc","nodeSelector":{"matchLabels":{"node-role.kubernetes.io/hpc":""}},
                  "rollout":{"maxUnavailable":"100%","paused":false},
                  "kubelet":{"topologyManager":{"policy":"best-effort","scope":"pod"}}}]}}""");
        awaitConfigured();
        client.resource(stored(client)).delete();

        eventually()
                .untilAsserted(
                        () -> assertThat(condition(client, "Progressing")).isEqualTo("True Restoring"));
        await(Duration.ofMinutes(4))
                .untilAsserted(() -> assertThat(stored(client)).isNull());
        assertThat(client.resources(NUMANode.class).list().getItems()).isEmpty();
        assertThat(nodes).allSatisfy(name -> assertThat(overrides(name)).isEmpty());
        assertThat(cordoned()).isEmpty();
    }

    private void awaitConfigured() {
        await(Duration.ofMinutes(6)).untilAsserted(() -> {
            assertThat(nodes)
                    .as(() ->
                            "group: " + stored(client).getStatus().nodeGroups().getFirst())
                    .allSatisfy(name -> assertThat(phase(name)).isEqualTo(Phase.CONFIGURED));
            assertThat(stored(client).getStatus().nodeGroups().getFirst().configured())
                    .isEqualTo(nodes.size());
        });
    }

    private boolean quietFor(Duration time) throws InterruptedException {
        var mark = plane.audit().mark();
        Thread.sleep(time);
        return plane.audit().since(mark, AuditLog.byUser(Installation.OPERATOR_USER)).stream()
                .filter(event -> !event.verb().equals("watch"))
                .allMatch(event -> "leases".equals(event.resource()));
    }

    private static NUMAResourcesOperator resource(String rollout) {
        return Serialization.unmarshal("""
                apiVersion: numaresources.io/v1alpha1
                kind: NUMAResourcesOperator
                metadata: {name: numaresources}
                spec:
                  scheduler: {enabled: false}
                  nodeGroups:
                  - name: hpc
                    nodeSelector: {matchLabels: {node-role.kubernetes.io/hpc: ""}}
                    rollout:
                %s
                    kubelet:
                      topologyManager: {policy: single-numa-node, scope: pod}
                """.formatted(rollout.indent(6).stripTrailing()), NUMAResourcesOperator.class);
    }

    private void patchGroup(String fields) {
        try {
            var json = JsonMapper.builder().build();
            ObjectNode present =
                    json.valueToTree(stored(client).getSpec().nodeGroups().getFirst());
            present.setAll((ObjectNode) json.readTree(fields));
            patch(client, "{\"spec\":{\"nodeGroups\":[" + present + "]}}");
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private void annotate(String key, String value) {
        patch(client, "{\"metadata\":{\"annotations\":{\"" + key + "\":\"" + value + "\"}}}");
    }

    private void guardedPodOn(String node) {
        client.resource(new PodDisruptionBudgetBuilder()
                        .withNewMetadata()
                        .withName(GUARDED)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withMinAvailable(new IntOrString(1))
                        .withNewSelector()
                        .addToMatchLabels("app", GUARDED)
                        .endSelector()
                        .endSpec()
                        .build())
                .create();
        client.resource(new DeploymentBuilder()
                        .withNewMetadata()
                        .withName(GUARDED)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(1)
                        .withNewSelector()
                        .addToMatchLabels("app", GUARDED)
                        .endSelector()
                        .withNewTemplate()
                        .withNewMetadata()
                        .addToLabels("app", GUARDED)
                        .endMetadata()
                        .withNewSpec()
                        .addToNodeSelector("kubernetes.io/hostname", node)
                        .addNewContainer()
                        .withName("main")
                        .withImage("registry.k8s.io/pause:3.10")
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
        eventually()
                .until(() -> client.policy()
                                .v1()
                                .podDisruptionBudget()
                                .inNamespace("default")
                                .withName(GUARDED)
                                .get()
                                .getStatus()
                                .getCurrentHealthy()
                        == 1);
    }

    private List<?> agentPods() {
        return client.pods().inNamespace("numa-node-agents").list().getItems();
    }

    private NUMANode numaNode(String name) {
        return client.resources(NUMANode.class).withName(name).get();
    }

    private Phase phase(String name) {
        var node = numaNode(name);
        return node == null || node.getStatus() == null || node.getStatus().phase() == null
                ? Phase.PENDING
                : Phase.parse(node.getStatus().phase().value());
    }

    private Instant entered(String name, Phase phase) {
        return Instant.parse(numaNode(name).getStatus().transitions().get(phase.value()));
    }

    private String overrides(String name) {
        return client.nodes()
                .withName(name)
                .get()
                .getMetadata()
                .getAnnotations()
                .getOrDefault(OVERRIDES, "");
    }

    private List<String> cordoned() {
        return client.nodes().list().getItems().stream()
                .filter(node -> Boolean.TRUE.equals(node.getSpec().getUnschedulable()))
                .map(node -> node.getMetadata().getName())
                .toList();
    }

    private static ConditionFactory eventually() {
        return await(Duration.ofSeconds(120));
    }

    private static ConditionFactory await(Duration limit) {
        return Awaitility.await()
                .atMost(limit)
                .pollInterval(Duration.ofMillis(500))
                .ignoreException(NullPointerException.class);
    }
}
