package io.numaresources.openshift;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.CpuManager;
import io.numaresources.api.v1alpha1.CpuManagerOptions;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.TopologyManager;
import io.numaresources.api.v1alpha1.TopologyPolicy;
import io.numaresources.fleet.NumaNodes;
import io.numaresources.kubelet.Machines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is written for a pool, and everything that keeps it from being written. */
class PoolCaseTest {
    private static final Path GOLDEN = Path.of("src/test/resources/openshift/kubeletconfig.yaml");

    private final Cluster cluster = new Cluster();

    private void refused(String code, String... words) {
        var outcome = cluster.decide();

        assertThat(outcome.step()).isInstanceOf(PoolStep.None.class);
        assertThat(outcome.findings()).extracting(Finding::code).contains(code);
        assertThat(outcome.progress().frozen()).isTrue();
        assertThat(outcome.progress().message()).startsWith("refused: ").contains(words);
    }

    private void waits(String... words) {
        var outcome = cluster.decide();

        assertThat(outcome.step()).isInstanceOf(PoolStep.None.class);
        assertThat(outcome.progress().frozen()).isFalse();
        assertThat(outcome.progress().message()).contains(words);
    }

    /** Written anew with {@code -Dgolden.update=true}. */
    @Test
    void writesOneKubeletConfigWithWhatTheMachineConfigOperatorTakesAndNothingEmpty() throws Exception {
        var step = (PoolStep.Write) cluster.decide().step();
        String yaml = Serialization.asYaml(step.object());
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, yaml);
        }

        assertThat(yaml).isEqualTo(Files.readString(GOLDEN));
        assertThat(step.object().<Map<String, Object>>get("spec", "kubeletConfig"))
                .doesNotContainKey("featureGates")
                .allSatisfy((field, value) -> assertThat(value).isNotIn("", List.of(), Map.of()));
    }

    /** kubernetes#119985: signals that evictionHard doesn't name become 0 once it is in the kubelet's file. */
    @Test
    void kubernetes119985KeepsTheOtherHardEvictionThresholds() {
        var live = new HashMap<>(Configurations.map(NumaNodes.factory()));
        live.put(
                "evictionHard",
                Map.of("memory.available", "100Mi", "nodefs.available", "10%", "imagefs.available", "15%"));
        for (String node : List.of("n1", "n2")) {
            cluster.member(
                    node,
                    Machines.of(2, 2, 4, 2),
                    Configurations.live(live),
                    "rendered-numa-1",
                    "rendered-numa-1",
                    "Done",
                    true);
        }

        var step = (PoolStep.Write) cluster.decide().step();

        assertThat(step.object().<Map<String, Object>>get("spec", "kubeletConfig", "evictionHard"))
                .containsOnly(
                        Map.entry("memory.available", "100Mi"),
                        Map.entry("nodefs.available", "10%"),
                        Map.entry("imagefs.available", "15%"));
        assertThat(step.object().<Map<String, Object>>get("spec", "kubeletConfig", "systemReserved"))
                .containsKey("memory");
    }

    /** OCPBUGS-4101, machine-config-operator#3439: an empty amount in systemReserved kept kubelets from starting. */
    @Test
    void ocpbugs4101WritesNoEmptyAmount() {
        var step = (PoolStep.Write) cluster.decide().step();

        var kubelet = step.object().<Map<String, Object>>get("spec", "kubeletConfig");
        assertThat(kubelet).containsKeys("systemReserved", "evictionHard");
        kubelet.forEach((field, value) -> {
            if (value instanceof Map<?, ?> amounts) {
                assertThat(amounts.values())
                        .as(field)
                        .noneMatch(amount -> amount.toString().isBlank());
            }
        });
    }

    /** machine-config-operator#2514: what is asked for must not be sized again by the node, so it is asked for by amount. */
    @Test
    void machineconfigoperator2514SystemReservedIsAnAmountAndAutoSizingIsNotAskedFor() {
        var step = (PoolStep.Write) cluster.decide().step();

        assertThat(step.object().<Object>get("spec", "autoSizingReserved")).isNull();
        assertThat(step.object().<Map<String, Object>>get("spec", "kubeletConfig", "systemReserved"))
                .containsEntry("memory", "1Gi");
    }

    @Test
    void saysWhatHappensToTheNodesBeforeItWrites() {
        cluster.announced = false;

        var outcome = cluster.decide();

        assertThat(outcome.step()).isInstanceOf(PoolStep.Announce.class);
        assertThat(outcome.progress().message())
                .startsWith("about to write KubeletConfig numaresources-numa")
                .contains("drains and reboots the 2 nodes of pool numa, 1 at a time");
    }

    @Test
    void waitsForApprovalInModeManualWithThePlan() {
        cluster.rollout = "{mode: Manual}";

        waits("waits for approval of revision " + cluster.wish().revision(), "topologyManagerPolicy=single-numa-node");

        cluster.approved = true;
        assertThat(cluster.decide().step()).isInstanceOf(PoolStep.Write.class);
    }

    @Test
    void writesNothingWhilePaused() {
        cluster.stopped = true;
        waits("paused; not written");
        cluster.stopped = false;
        cluster.rollout = "{paused: true}";
        waits("paused; not written");
    }

    /** OCPBUGS-84226, openshift-docs#112858: a paused pool. */
    @Test
    void ocpbugs84226WaitsForAPausedPool() {
        cluster.pools.put(
                "numa",
                Cluster.pool(
                        "numa", "[worker, numa]", "rendered-numa-1", "rendered-numa-1", "False", "paused: true", "[]"));

        waits("pool numa is paused", "set spec.paused of the pool to false");
    }

    @Test
    void waitsForAPoolThatUpdatesOrIsDegraded() {
        cluster.pools.put(
                "numa", Cluster.pool("numa", "[worker, numa]", "rendered-numa-2", "rendered-numa-1", "True", "", "[]"));
        waits("pool numa is updating");
        cluster.pools.put(
                "numa",
                Cluster.pool(
                        "numa",
                        "[worker, numa]",
                        "r",
                        "r",
                        "False",
                        "",
                        "[{type: Updated, status: 'True'}, {type: NodeDegraded, status: 'True', message: disk full on n1}]"));
        waits("pool numa is degraded (disk full on n1)");
    }

    @Test
    void waitsUntilEveryNodeWasInspected() {
        var known = cluster.members.get("n2");
        cluster.members.put("n2", new PoolMember(known.node(), known.marks(), Optional.empty()));

        waits("1 of 2 nodes have still to be inspected, among them n2");
    }

    /** openshift-docs#118856: several KubeletConfigs of a pool are not merged. */
    @Test
    void openshiftdocs118856RefusesAPoolThatAnotherKubeletConfigSelects() {
        cluster.configs.add(Cluster.foreign("max-pods", "numa"));

        refused("OtherKubeletConfig", "max-pods", "narrow its machineConfigPoolSelector");
    }

    @Test
    void leavesKubeletConfigsOfOtherPoolsAlone() {
        cluster.configs.add(Cluster.foreign("max-pods", "worker"));

        assertThat(cluster.decide().step()).isInstanceOf(PoolStep.Write.class);
    }

    @Test
    void refusesToTakeOverAKubeletConfigOfItsOwnNameThatItDidNotWrite() {
        cluster.configs.add(Cluster.foreign("numaresources-numa", "nowhere"));

        refused("OtherKubeletConfig", "numaresources-numa");
    }

    @Test
    void refusesAPoolThatAPerformanceProfileSelectsAndSaysWhatToChangeThere() {
        cluster.profiles.add("""
                apiVersion: performance.openshift.io/v2
                kind: PerformanceProfile
                metadata: {name: low-latency}
                spec: {nodeSelector: {node-role.kubernetes.io/numa: ""}}
                """);
        cluster.configs.add(Cluster.foreign("performance-low-latency", "numa"));

        refused("PerformanceProfile", "low-latency", "spec.numa.topologyPolicy");
        // its own KubeletConfig is not to be deleted
        assertThat(cluster.decide().findings()).extracting(Finding::code).doesNotContain("OtherKubeletConfig");
    }

    /** OCPBUGS-29784, openshift-docs#73709: the pool's name must be its role. */
    @Test
    void ocpbugs29784RefusesAPoolWhoseNameIsNotItsRole() {
        cluster.pools.put(
                "numa", Cluster.pool("numa", "[worker, cnf]", "rendered-numa-1", "rendered-numa-1", "False", "", "[]"));

        refused("PoolNameNotRole", "pool numa");
    }

    @Test
    void refusesAPoolWithoutALabelOfItsOwn() {
        cluster.pools.put(
                "numa",
                cluster.pools.get("numa").replace("pools.operator.machineconfiguration.openshift.io/numa", "shared"));
        cluster.pools.put(
                "worker",
                cluster.pools
                        .get("worker")
                        .replace("pools.operator.machineconfiguration.openshift.io/worker", "shared"));

        refused("PoolUnlabelled", "pools.operator.machineconfiguration.openshift.io/<name of the pool>");
    }

    /** The machine-config operator refuses featureGates, which alpha options need. */
    @Test
    void refusesOptionsThatNeedAFeatureGate() {
        cluster.kubelet = new Kubelet(
                null,
                new TopologyManager(TopologyPolicy.RESTRICTED, null, null),
                new CpuManager(null, new CpuManagerOptions(null, null, true, null, null, null), null),
                null,
                null,
                null);

        refused("GatesOnOpenshift", "CPUManagerPolicyAlphaOptions");
    }

    @Test
    void refusesNodesThatOneConfigurationDoesNotFit() {
        cluster.member("n2", Machines.of(2, 2, 8, 2), "rendered-numa-1", "Done", true);

        refused("NodesUnlike", "split the pool by kind of machine");
    }

    @Test
    void takesNodesWhoseMemoryDiffersByWhatFirmwareTakes() {
        cluster.member("n2", Machines.of(2, 2, 4, 2, 16 * Machines.GIB - (1L << 26)), "rendered-numa-1", "Done", true);

        assertThat(cluster.decide().step()).isInstanceOf(PoolStep.Write.class);
    }

    @Test
    void aRevisionIsRenderedOnceWhateverIsInspectedLater() {
        cluster.written();
        cluster.member("n2", Machines.of(2, 2, 8, 2), "rendered-numa-2", "Done", true);

        assertThat(cluster.decide().step()).isInstanceOf(PoolStep.None.class);
    }

    @Test
    void anotherWishIsWrittenAndRemembersWhatWasBefore() {
        var before = cluster.written();
        cluster.pools.put(
                "numa",
                Cluster.pool("numa", "[worker, numa]", "rendered-numa-2", "rendered-numa-2", "False", "", "[]"));
        cluster.kubelet =
                new Kubelet(null, new TopologyManager(TopologyPolicy.RESTRICTED, null, null), null, null, null, null);

        var step = (PoolStep.Write) cluster.decide().step();

        var previous = step.object().getMetadata().getAnnotations().get(Rendering.PREVIOUS);
        assertThat(Rendering.hash(JsonText.read(previous))).isEqualTo(before.hash());
    }
}
