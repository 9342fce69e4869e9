package io.numaresources.fleet;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.HardwareFacts;
import io.numaresources.api.v1alpha1.HostFacts;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.api.v1alpha1.KubeletFacts;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.api.v1alpha1.NodePhase;
import io.numaresources.api.v1alpha1.ZoneFacts;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.Machines;
import io.numaresources.rollout.Phase;
import io.numaresources.stack.NodeFacts;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** NUMANodes as tests need them. */
public final class NumaNodes {
    static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    static final Kubelet ALIGNED = new Kubelet(null, null, null, null, null, null);

    private NumaNodes() {}

    /** Two NUMA nodes with four cores and two threads each. */
    public static Machine machine() {
        return Machines.of(2, 2, 4, 2);
    }

    public static HardwareFacts hardware(Machine machine) {
        return new HardwareFacts(
                null,
                "amd64",
                machine.sockets(),
                machine.cores().size(),
                machine.cpus().size(),
                machine.cpus().toString(),
                machine.isolated().toString(),
                machine.zones().stream()
                        .map(zone -> new ZoneFacts(
                                zone.id(),
                                zone.cpus().toString(),
                                zone.cores().stream().map(CpuSet::toString).toList(),
                                new Quantity(Long.toString(zone.memory())),
                                Map.of(),
                                zone.distances()))
                        .toList());
    }

    public static KubeletFacts kubelet(@Nullable Instant started) {
        return new KubeletFacts(
                "v1.34.4",
                "config-dir",
                "/etc/kubernetes/kubelet.conf.d",
                List.of(),
                "/var/lib/kubelet",
                true,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                "kubelet.service",
                started == null ? null : started.toString(),
                0,
                null);
    }

    /** What kubeadm gives a kubelet, with a reservation as many have. */
    public static KubeletConfiguration factory() {
        return Configurations.live(Map.of(
                "cpuManagerPolicy", "none",
                "memoryManagerPolicy", "None",
                "topologyManagerPolicy", "none",
                "topologyManagerScope", "container",
                "cpuManagerReconcilePeriod", "10s",
                "systemReserved", Map.of("cpu", "500m", "memory", "1Gi"),
                "evictionHard", Map.of("memory.available", "100Mi")));
    }

    public static HostFacts host(String bootId) {
        return new HostFacts(bootId, true, true, false, 0, 1L << 30, 0L, false, false, 2, true);
    }

    public static NUMANodeStatus inspected(KubeletConfiguration live) {
        return status(Phase.INSPECTED, live, null, Map.of());
    }

    static NUMANodeStatus status(
            Phase phase, @Nullable KubeletConfiguration live, @Nullable Instant started, Map<Phase, Instant> entered) {
        var transitions = new HashMap<String, String>();
        entered.forEach((known, time) -> transitions.put(known.value(), time.toString()));
        return new NUMANodeStatus(
                1L,
                Arrays.stream(NodePhase.values())
                        .filter(value -> value.value().equals(phase.value()))
                        .findFirst()
                        .orElseThrow(),
                null,
                hardware(machine()),
                kubelet(started),
                host("boot-1"),
                live,
                "Configz",
                null,
                null,
                null,
                phase == Phase.CONFIGURED,
                List.of(),
                transitions,
                List.of(),
                null,
                null);
    }

    static NUMANode node(String name, NUMANodeSpec spec, @Nullable NUMANodeStatus status) {
        var node = new NUMANode();
        node.setMetadata(new ObjectMetaBuilder().withName(name).build());
        node.setSpec(spec);
        if (status != null) {
            node.setStatus(status);
        }
        return node;
    }

    static Reported reported(String name, String revision, Phase phase, Map<Phase, Instant> entered) {
        return new Reported(node(
                name,
                new NUMANodeSpec("hpc", null, null, revision, null, null),
                status(phase, factory(), null, entered)));
    }

    static NodeFacts facts(String name) {
        return facts(name, false, Optional.empty(), Optional.empty());
    }

    static NodeFacts facts(String name, boolean cordoned, Optional<String> managedBy, Optional<String> claimedBy) {
        return new NodeFacts(
                name,
                Map.of(),
                true,
                !cordoned,
                Optional.empty(),
                new NodeFacts.State(cordoned, "boot-1", "v1.34.4", managedBy, claimedBy));
    }
}
