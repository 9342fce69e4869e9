package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.fleet.GroupWish;
import io.numaresources.fleet.NumaNodes;
import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.Machines;
import io.numaresources.stack.NodeFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster with the pools master, worker and numa; numa has two nodes, which were inspected. */
final class Cluster {
    static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final String ROLE = "node-role.kubernetes.io/";

    final Map<String, String> pools = new HashMap<>();
    final List<String> configs = new ArrayList<>();
    final List<String> profiles = new ArrayList<>();
    final Map<String, PoolMember> members = new HashMap<>();
    Kubelet kubelet = new Kubelet(null, null, null, null, null, null);
    String rollout = "{}";
    boolean approved;
    boolean announced = true;
    boolean retry;
    boolean stopped;
    Instant now = NOON;

    Cluster() {
        pools.put("master", pool("master", "[master]", "rendered-master-1", "rendered-master-1", "False", "", "[]"));
        pools.put("worker", pool("worker", "[worker]", "rendered-worker-1", "rendered-worker-1", "False", "", "[]"));
        pools.put("numa", pool("numa", "[worker, numa]", "rendered-numa-1", "rendered-numa-1", "False", "", "[]"));
        member("n1", Machines.of(2, 2, 4, 2), "rendered-numa-1", "Done", true);
        member("n2", Machines.of(2, 2, 4, 2), "rendered-numa-1", "Done", true);
    }

    /** A pool as the machine-config operator writes it. */
    static String pool(
            String name, String roles, String wanted, String current, String updating, String more, String conditions) {
        return """
                apiVersion: machineconfiguration.openshift.io/v1
                kind: MachineConfigPool
                metadata:
                  name: %1$s
                  labels: {pools.operator.machineconfiguration.openshift.io/%1$s: ""}
                spec:
                  nodeSelector: {matchLabels: {node-role.kubernetes.io/%1$s: ""}}
                  machineConfigSelector:
                    matchExpressions:
                    - {key: machineconfiguration.openshift.io/role, operator: In, values: %2$s}
                  %6$s
                  configuration:
                    name: %3$s
                    source: [{name: 00-%1$s}, {name: 99-%1$s-generated-kubelet}]
                status:
                  machineCount: 2
                  configuration: {name: %4$s}
                  conditions: %7$s
                """.formatted(
                name, roles, wanted, current, updating, more, conditions.equals("[]") ? settled(updating) : conditions);
    }

    private static String settled(String updating) {
        return "[{type: Updated, status: '%s'}, {type: Updating, status: '%s'}, {type: Degraded, status: 'False'}]"
                .formatted(updating.equals("True") ? "False" : "True", updating);
    }

    void member(String name, Machine machine, String rendered, String state, boolean ready) {
        member(name, machine, NumaNodes.factory(), rendered, rendered, state, ready);
    }

    void member(
            String name,
            Machine machine,
            KubeletConfiguration live,
            String current,
            String desired,
            String state,
            boolean ready) {
        var seen = NumaNodes.inspected(live);
        members.put(
                name,
                new PoolMember(
                        node(name, "worker", "numa"),
                        Optional.of(new MachineNode(
                                name,
                                current,
                                desired,
                                state,
                                state.equals("Degraded") ? "disk full" : "",
                                ready,
                                ready ? Optional.empty() : Optional.of(NOON))),
                        Optional.of(new NUMANodeStatus(
                                1L,
                                seen.phase(),
                                null,
                                NumaNodes.hardware(machine),
                                seen.kubelet(),
                                seen.host(),
                                live,
                                "Configz",
                                null,
                                null,
                                null,
                                false,
                                List.of(),
                                Map.of(),
                                List.of(),
                                null,
                                null))));
    }

    static NodeFacts node(String name, String... roles) {
        var labels = new HashMap<String, String>();
        for (String role : roles) {
            labels.put(ROLE + role, "");
        }
        return new NodeFacts(
                name,
                labels,
                true,
                true,
                Optional.empty(),
                new NodeFacts.State(false, "boot-1", "v1.34.4", Optional.of("OpenShift"), Optional.empty()));
    }

    /** Stores what a step writes, as the machine-config operator answers it. */
    StoredConfig store(GenericKubernetesResource object, String status) {
        object.getMetadata().setGeneration(1L);
        var read = Serialization.unmarshal("status:\n" + status.indent(2), Map.class);
        object.setAdditionalProperty("status", read.get("status"));
        configs.clear();
        configs.add(Serialization.asYaml(object));
        return StoredConfig.of(object(configs.getFirst()));
    }

    /** Writes the KubeletConfig for what the group asks for, accepted by the machine-config operator; the pool has taken it in. */
    StoredConfig written() {
        var step = (PoolStep.Write) decide().step();
        var stored = store(step.object(), """
                observedGeneration: 1
                conditions: [{type: Success, status: "True"}]
                """);
        pools.put("numa", pool("numa", "[worker, numa]", "rendered-numa-2", "rendered-numa-1", "True", "", "[]"));
        return stored;
    }

    PoolNodes poolNodes() {
        return PoolNodes.of(pools.values().stream()
                .map(text -> MachinePool.of(object(text)))
                .toList());
    }

    MachinePool numa() {
        return poolNodes().find("numa").orElseThrow();
    }

    NodeGroup group() {
        return Serialization.unmarshal("""
                name: hpc
                machineConfigPool: numa
                rollout: %s
                kubelet: %s
                """.formatted(rollout, JsonText.of(kubeletFields())), NodeGroup.class);
    }

    private Map<String, Object> kubeletFields() {
        return Tree.map(Serialization.unmarshal(Serialization.asJson(kubelet), Map.class));
    }

    GroupWish wish() {
        return GroupWish.of(kubelet);
    }

    PoolOutcome decide() {
        return new PoolCase(
                        group(),
                        wish(),
                        numa(),
                        poolNodes(),
                        members.values().stream()
                                .sorted((one, other) -> one.name().compareTo(other.name()))
                                .toList(),
                        KubeletConfigs.of(
                                configs.stream().map(Cluster::object).toList(),
                                profiles.stream().map(Cluster::object).toList()),
                        new PoolCase.Orders(stopped, approved, announced, retry, true),
                        now)
                .decide();
    }

    /** What a kubelet runs that took what is stored. */
    static KubeletConfiguration running(StoredConfig stored) {
        return Configurations.api(stored.owned());
    }

    static GenericKubernetesResource object(String yaml) {
        return Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    }

    /** A KubeletConfig of somebody else. */
    static String foreign(String name, String pool) {
        return """
                apiVersion: machineconfiguration.openshift.io/v1
                kind: KubeletConfig
                metadata: {name: %s, generation: 1}
                spec:
                  machineConfigPoolSelector: {matchLabels: {pools.operator.machineconfiguration.openshift.io/%s: ""}}
                  kubeletConfig: {maxPods: 500}
                """.formatted(name, pool);
    }
}
