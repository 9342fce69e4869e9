package io.numaresources.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.GroupStatus;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.rollout.Phase;
import io.numaresources.testbed.Nodes;
import io.numaresources.testbed.machine.Machine;
import io.numaresources.testbed.machine.NumaMachines;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/** What an administrator sees and does in the cluster of the machines. */
final class Cluster {
    /** For one node: two pods of Java on emulated CPUs, a drain and a restart of the kubelet. */
    static final Duration CHANGE = Duration.ofMinutes(20);

    private final NumaMachines machines;
    private final KubernetesClient client;

    Cluster(NumaMachines machines) {
        this.machines = machines;
        this.client = machines.plane().client();
    }

    List<Machine> machines() {
        return machines.all();
    }

    Machine first() {
        return machines.all().getFirst();
    }

    Machine second() {
        return machines.all().getLast();
    }

    /** Applies the ten lines of the README. */
    void applySample() {
        var root = machines.plane().binaries().root();
        machines.plane().applyManifests(root.resolve("config/samples/numaresources_v1alpha1_minimal.yaml"));
    }

    void joinGroup(Machine machine) {
        Nodes.label(client, machine.name(), Map.of("node-role.kubernetes.io/hpc", ""));
    }

    void cordon(Machine machine) {
        Nodes.cordon(client, machine.name(), true);
    }

    void uncordon(Machine machine) {
        Nodes.cordon(client, machine.name(), false);
    }

    Node node(Machine machine) {
        return client.nodes().withName(machine.name()).get();
    }

    boolean cordoned(Machine machine) {
        return Boolean.TRUE.equals(node(machine).getSpec().getUnschedulable());
    }

    boolean ready(Machine machine) {
        return node(machine).getStatus().getConditions().stream()
                .anyMatch(condition -> "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    /** Merges JSON into the resource. */
    void patch(String json) {
        client.resource(resource().orElseThrow()).patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    /** Tells the operator to try failed nodes again. */
    void retry() {
        patch("{\"metadata\":{\"annotations\":{\"numaresources.io/retry\":\"now\"}}}");
    }

    Optional<NUMAResourcesOperator> resource() {
        return Optional.ofNullable(client.resources(NUMAResourcesOperator.class)
                .withName(NUMAResourcesOperator.NAME)
                .get());
    }

    GroupStatus group() {
        return resource().orElseThrow().getStatus().nodeGroups().getFirst();
    }

    List<String> findings() {
        return resource().orElseThrow().getStatus().findings().stream()
                .map(Finding::message)
                .toList();
    }

    Optional<NUMANodeStatus> status(Machine machine) {
        return Optional.ofNullable(client.resources(NUMANode.class)
                        .withName(machine.name())
                        .get())
                .map(NUMANode::getStatus);
    }

    Phase phase(Machine machine) {
        return status(machine)
                .map(NUMANodeStatus::phase)
                .map(phase -> Phase.parse(phase.value()))
                .orElse(Phase.PENDING);
    }

    /** When a node entered a phase, for the last time. */
    Optional<Instant> entered(Machine machine, Phase phase) {
        return status(machine)
                .map(status -> status.transitions().get(phase.value()))
                .map(Instant::parse);
    }

    /** Waits for a phase; another one that a node does not leave by itself ends the wait. */
    void await(Machine machine, Phase wanted) {
        var ends = wanted == Phase.CONFIGURED
                ? Set.of(Phase.PREFLIGHT_FAILED, Phase.ROLLED_BACK, Phase.BROKEN)
                : Set.of(Phase.PREFLIGHT_FAILED, Phase.BROKEN);
        Awaitility.await()
                .atMost(CHANGE)
                .pollInterval(Duration.ofSeconds(2))
                .ignoreExceptions()
                .failFast(() -> assertThat(phase(machine))
                        .as(() -> machine.name() + ": " + status(machine))
                        .isNotIn(ends))
                .untilAsserted(() -> assertThat(phase(machine))
                        .as(() -> machine.name() + ": " + status(machine))
                        .isEqualTo(wanted));
    }

    /** Waits for a phase of a node that may still be in one of a failure. */
    void awaitFromFailure(Machine machine, Phase wanted) {
        eventually().until(() -> !phase(machine).failed());
        await(machine, wanted);
    }

    /** Waits until a node is in one of some phases. */
    Phase awaitAny(Machine machine, Set<Phase> wanted) {
        Awaitility.await()
                .atMost(CHANGE)
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(phase(machine))
                        .as(() -> machine.name() + ": " + status(machine))
                        .isIn(wanted));
        return phase(machine);
    }

    Pod pod(String name) {
        return client.pods().inNamespace(Pods.NAMESPACE).withName(name).get();
    }

    /** A pod, once it runs. */
    Pod running(String name) {
        eventually()
                .untilAsserted(() -> assertThat(pod(name).getStatus().getPhase())
                        .as(() -> pod(name).getStatus().toString())
                        .isEqualTo("Running"));
        return pod(name);
    }

    @Nullable
    GenericKubernetesResource topology(Machine machine) {
        return client.genericKubernetesResources("topology.node.k8s.io/v1alpha2", "NodeResourceTopology")
                .withName(machine.name())
                .get();
    }

    /** Whether a kubelet says that its configuration is as it was before there was an operator. */
    boolean original(Machine machine) {
        return Kubelets.configuration(client, machine)
                        .path("cpuManagerPolicy")
                        .asText()
                        .equals("none")
                && machine.run("ls /etc/kubernetes/kubelet.conf.d/90-numaresources.conf", Duration.ofMinutes(1))
                                .exitCode()
                        != 0;
    }

    /** Machines may be emulated, which is slow, and slower on a busy host; what is looked at may have no status yet, and the API server may be away. */
    static ConditionFactory eventually() {
        return Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofSeconds(1))
                .ignoreExceptions();
    }
}
