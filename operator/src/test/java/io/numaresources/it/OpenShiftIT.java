package io.numaresources.it;

import static io.numaresources.it.Installation.condition;
import static io.numaresources.it.Installation.patch;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.GroupStatus;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Nodes;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.openshift.ConditionStyle;
import io.numaresources.testbed.openshift.Definitions;
import io.numaresources.testbed.openshift.Kinds;
import io.numaresources.testbed.openshift.MachineConfigOperator;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.process.Execution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Kubelets of simulated nodes are configured through machine-config pools, under the shipped rights, by a machine-config operator that fails as the real one
 * does; in order.
 */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OpenShiftIT {
    private static final String KUBELET = "testbed.numaresources.io/kubelet";
    private static final Map<String, String> NUMA = Map.of("node-role.kubernetes.io/numa", "");
    private static final Map<String, String> TELCO = Map.of("node-role.kubernetes.io/telco", "");

    private ControlPlane plane;
    private KubernetesClient client;
    private OperatorProcess operator;
    private ScriptedAgent agent;
    private @Nullable MachineConfigOperator machines;

    @BeforeAll
    void install(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        SimulatedNodes.create(client, "n", "demo", 2, NUMA);
        SimulatedNodes.create(client, "t", "demo", 2, TELCO);
        SimulatedNodes.create(client, "w", "demo", 1, Map.of());
        var root = RepositoryRoot.find();
        plane.applyManifests(root.resolve("crds"), root.resolve("config/rbac"));
        operator = OperatorProcess.builder(plane)
                .environment("NUMARESOURCES_DISCOVERY_INTERVAL", "1s")
                .start();
        operator.awaitReady();
        agent = ScriptedAgent.start(plane);
    }

    @AfterAll
    void stop() {
        agent.close();
        if (machines != null) {
            machines.close();
        }
        operator.close();
    }

    @Test
    @Order(1)
    void withoutMachineConfigPoolsTheGroupSaysSo() {
        client.resource(resource()).create();
        eventually().until(() -> stored(client).getStatus() != null);

        eventually().untilAsserted(() -> assertThat(codes()).contains("MachineConfigUnavailable", "UnknownPool"));
    }

    /** With security contexts and without a cluster configuration it is MicroShift, whose one kubelet has a file of its own. */
    @Test
    @Order(2)
    void aClusterWithSecurityContextsAloneIsMicroShift() {
        Definitions.SECURITY.install(client);
        assertThat(numa("detect", "-o", "json")).contains("\"MicroShift\"");
        patch(client, """
                {"spec":{"nodeGroups":[{"name":"hpc","nodeSelector":{"matchLabels":{"node-role.kubernetes.io/numa":""}},
                "kubelet":{"topologyManager":{"policy":"single-numa-node"}}}]}}""");

        eventually().untilAsserted(() -> assertThat(message("KubeletManaged")).contains("MicroShift"));
        patch(client, "{\"spec\":%s}".formatted(Serialization.asJson(spec("single-numa-node", "restricted"))));
    }

    @Test
    @Order(3)
    void poolsAreUsedOnceTheirKindsAppearAndManualWaitsWithThePlan() {
        Definitions.CONFIG.install(client);
        Definitions.MACHINE_CONFIG.install(client);
        Definitions.PERFORMANCE.install(client);
        List.of("master", "worker", "numa", "telco").forEach(pool -> MachineConfigOperator.createPool(client, pool));
        machines = MachineConfigOperator.start(plane);

        eventually()
                .untilAsserted(() -> assertThat(group("hpc").message())
                        .contains("waits for approval of revision", "drains and reboots the 2 nodes of pool numa"));
        assertThat(group("hpc").nodes()).isEqualTo(2);
        assertThat(group("rest").nodes()).isEqualTo(1);
        assertThat(config("numa")).isNull();
        assertThat(group("hpc").kubeletProvider()).isEqualTo("MachineConfig");
    }

    @Test
    @Order(4)
    void twoPoolsAreRolledAtOnceAndEachNodeIsRebootedOnce() {
        approve();

        configured("hpc", 2);
        configured("telco", 2);
        for (String node : List.of("n-0", "n-1", "t-0", "t-1")) {
            assertThat(machines.reboots(node)).as(node).isEqualTo(1);
            assertThat(client.nodes()
                            .withName(node)
                            .get()
                            .getMetadata()
                            .getAnnotations()
                            .get(KUBELET))
                    .contains("\"cpuManagerPolicy\":\"static\"");
        }
        assertThat(machines.reboots("w-0")).isZero();
        assertThat(reasons()).contains("NodesWillReboot", "KubeletConfigWritten");
        assertThat(codes()).doesNotContain("KubeletConfigNotInForce", "KubeletConfigChanged");
        assertThat(condition(client, "Degraded")).isEqualTo("False AsExpected");
    }

    @Test
    @Order(5)
    void whatIsConfiguredIsNotWrittenAgain() throws InterruptedException {
        var generation = config("numa").getMetadata().getGeneration();
        patch(client, """
                {"spec":{"updater":{"logLevel":"Debug"}}}""");
        Thread.sleep(5_000);

        assertThat(config("numa").getMetadata().getGeneration()).isEqualTo(generation);
        assertThat(machines.reboots("n-0")).isEqualTo(1);
    }

    @Test
    @Order(6)
    void thereIsNoDifferenceToWhatTheOperatorWouldMake() {
        eventually().untilAsserted(() -> {
            var diff = run("diff");
            assertThat(diff.output() + diff.errors()).isEmpty();
            assertThat(diff.exitCode()).isZero();
        });
    }

    /** openshift-docs#112858, openshift-kni/numaresources-operator#3801: one pool that stands still kept every other from going on. */
    @Test
    @Order(7)
    void numaresourcesoperator3801ADegradedNodeOfOnePoolKeepsNoOtherPoolWaiting() {
        machines.degrade("t-0", "disk full");
        machines.style(ConditionStyle.ACCEPTED);
        policies("restricted", "best-effort");
        approve();

        eventually()
                .untilAsserted(
                        () -> assertThat(message("MachineConfigPoolDegraded")).contains("t-0 (disk full)"));
        configured("hpc", 2);
        assertThat(group("telco").phase()).isEqualTo("Frozen");

        machines.repair("t-0");
        configured("telco", 2);
    }

    /** OCPBUGS-61756: while a pool is paused nothing claims that its kubelets run what is wanted. */
    @Test
    @Order(8)
    void ocpbugs61756APausedPoolIsWaitedForAndDoesNotCountAsConfigured() {
        pause("numa", true);
        policies("single-numa-node", "best-effort");
        approve();

        eventually().untilAsserted(() -> assertThat(group("hpc").message()).contains("pool numa is paused"));
        assertThat(group("hpc").configured()).isZero();
        pause("numa", false);

        configured("hpc", 2);
    }

    /** openshift-docs#118856: several KubeletConfigs of one pool are not merged. */
    @Test
    @Order(9)
    void openshiftdocs118856AKubeletConfigOfSomebodyElseIsNamedAndNotFought() {
        var foreign = Serialization.unmarshal("""
                apiVersion: machineconfiguration.openshift.io/v1
                kind: KubeletConfig
                metadata: {name: max-pods, annotations: {by: somebody}}
                spec:
                  machineConfigPoolSelector: {matchLabels: {pools.operator.machineconfiguration.openshift.io/telco: ""}}
                  kubeletConfig: {maxPods: 200}
                """, GenericKubernetesResource.class);
        Kinds.KUBELET_CONFIG.in(client).resource(foreign).create();

        eventually()
                .untilAsserted(
                        () -> assertThat(message("KubeletConfigContested")).contains("max-pods"));
        policies("single-numa-node", "restricted");
        eventually()
                .untilAsserted(() -> assertThat(message("OtherKubeletConfig")).contains("max-pods"));
        Kinds.KUBELET_CONFIG.in(client).withName("max-pods").delete();

        configured("telco", 2);
    }

    /** machine-config-operator#332, #1156. */
    @Test
    @Order(10)
    void machineconfigoperator332ARefusalAndAPoolThatCanNotBeRenderedAreToldInTheirWords() {
        machines.refuse("numaresources-telco", "KubeletConfiguration: x is not allowed to be set");
        policies("single-numa-node", "single-numa-node");
        eventually()
                .untilAsserted(
                        () -> assertThat(message("KubeletConfigRefused")).contains("x is not allowed to be set"));
        assertThat(condition(client, "Degraded")).startsWith("True");

        machines.refuse("numaresources-telco", "");
        machines.failRendering("telco", "conflicting units");
        policies("single-numa-node", "best-effort");
        eventually().untilAsserted(() -> assertThat(group("telco").message()).contains("conflicting units"));
        machines.failRendering("telco", "");

        configured("telco", 2);
    }

    /** The machine-config operator takes nothing back by itself. */
    @Test
    @Order(11)
    void aPoolWhoseNodeDoesNotComeBackGetsThePreviousKubeletConfigByChoice() {
        machines.breakKubelet("t-0");
        var before = config("telco").<Map<String, Object>>get("spec", "kubeletConfig");
        int rebooted = machines.reboots("t-1");
        policies("single-numa-node", "restricted");

        eventually()
                .atMost(Duration.ofMinutes(3))
                .untilAsserted(
                        () -> assertThat(message("KubeletConfigTakenBack")).contains("repaired by hand"));
        assertThat(config("telco").<Map<String, Object>>get("spec", "kubeletConfig"))
                .isEqualTo(before);
        assertThat(machines.reboots("t-1")).isEqualTo(rebooted);
        assertThat(reasons()).contains("KubeletConfigTakenBack");
        configured("hpc", 2);

        machines.repair("t-0");
        Nodes.annotate(client, "t-0", Collections.singletonMap(KUBELET, null));
    }

    @Test
    @Order(12)
    void theOperatorThatOpenShiftShipsIsAConflict() {
        Definitions.NODE_TOPOLOGY.install(client);
        Kinds.PEER_OPERATOR
                .in(client)
                .resource(Serialization.unmarshal("""
                        apiVersion: nodetopology.openshift.io/v1
                        kind: NUMAResourcesOperator
                        metadata: {name: numaresourcesoperator}
                        spec: {nodeGroups: [{poolName: numa}]}
                        """, GenericKubernetesResource.class))
                .create();

        eventually().untilAsserted(() -> assertThat(message("PeerOperator")).contains("kubectl numa migrate"));
        var migrated = numa("migrate");
        assertThat(migrated).contains("machineConfigPool: numa");
        Kinds.PEER_OPERATOR.in(client).withName("numaresourcesoperator").delete();
        eventually().untilAsserted(() -> assertThat(codes()).doesNotContain("PeerOperator"));
    }

    @Test
    @Order(13)
    void aGroupThatIsTakenAwayLeavesNoKubeletConfigUnlessItIsToBeKept() {
        patch(client, """
                {"spec":{"nodeGroups":[{"name":"telco","machineConfigPool":"telco","kubelet":{"onDelete":"Restore"}}]}}""");
        eventually().until(() -> config("numa") == null);
        client.resources(NUMAResourcesOperator.class)
                .withName(NUMAResourcesOperator.NAME)
                .delete();

        eventually().until(() -> stored(client) == null);
        eventually().until(() -> config("telco") == null);
        assertThat(client.resources(NUMANode.class).list().getItems()).isEmpty();
    }

    private String numa(String... arguments) {
        return run(arguments).requireSuccess().output();
    }

    private Execution run(String... arguments) {
        var command = new ArrayList<>(List.of(
                "/usr/bin/env",
                "JAVA_HOME=" + System.getProperty("java.home"),
                plane.binaries().root().resolve("bin/kubectl-numa").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--kubeconfig", plane.kubeconfigFile().toString()));
        return Execution.of(Duration.ofMinutes(1), command);
    }

    private static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(300));
    }

    private void configured(String group, int nodes) {
        eventually()
                .atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(group(group))
                        .as(() -> "group: " + group(group))
                        .matches(status -> status.configured() == nodes && status.pendingRestart() == 0));
    }

    private GroupStatus group(String name) {
        return stored(client).getStatus().nodeGroups().stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<String> codes() {
        return stored(client).getStatus().findings().stream().map(Finding::code).toList();
    }

    private String message(String code) {
        return stored(client).getStatus().findings().stream()
                .filter(finding -> finding.code().equals(code))
                .map(Finding::message)
                .findFirst()
                .orElse("no such finding");
    }

    private List<String> reasons() {
        return client.v1().events().inNamespace("default").list().getItems().stream()
                .map(Event::getReason)
                .toList();
    }

    private @Nullable GenericKubernetesResource config(String pool) {
        return Kinds.KUBELET_CONFIG.in(client).withName("numaresources-" + pool).get();
    }

    private void pause(String pool, boolean paused) {
        Kinds.POOL
                .in(client)
                .withName(pool)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"paused\":%s}}".formatted(paused));
    }

    /** As a person who has read the plan. */
    private void approve() {
        eventually().until(() -> {
            var message = group("hpc").message();
            return message != null && (message.contains("waits for approval") || message.contains("is paused"));
        });
        patch(client, """
                {"metadata":{"annotations":{"numaresources.io/approve":"%s"}}}""".formatted(group("hpc").kubeletHash()));
    }

    private void policies(String hpc, String telco) {
        patch(client, "{\"spec\":%s}".formatted(Serialization.asJson(spec(hpc, telco))));
        eventually()
                .until(() -> stored(client).getStatus().observedGeneration().longValue()
                        == stored(client).getMetadata().getGeneration());
    }

    private static NUMAResourcesOperator resource() {
        return Serialization.unmarshal(
                """
                apiVersion: numaresources.io/v1alpha1
                kind: NUMAResourcesOperator
                metadata: {name: numaresources}
                spec: %s
                """.formatted(Serialization.asJson(spec("single-numa-node", "restricted"))),
                NUMAResourcesOperator.class);
    }

    private static Map<?, ?> spec(String hpc, String telco) {
        return Serialization.unmarshal("""
                scheduler: {enabled: false}
                nodeGroups:
                - name: hpc
                  machineConfigPool: numa
                  kubelet: {topologyManager: {policy: %s, scope: pod}}
                  rollout: {mode: Manual}
                - name: telco
                  machineConfigPool: telco
                  kubelet: {topologyManager: {policy: %s, scope: pod}}
                  rollout: {machineConfig: {nodeTimeout: 30s, onTimeout: Restore}}
                - name: rest
                  machineConfigPool: worker
                """.formatted(hpc, telco), Map.class);
    }
}
