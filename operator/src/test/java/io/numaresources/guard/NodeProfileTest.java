package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.api.v1alpha1.CpuPolicy;
import io.numaresources.api.v1alpha1.HardwareFacts;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.explain.PublishedTopology;
import io.numaresources.explain.PublishedZone;
import io.numaresources.explain.PublishedZone.Cost;
import io.numaresources.explain.PublishedZone.Resource;
import io.numaresources.stack.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class NodeProfileTest {
    private static final NodeFacts.State STATE = new NodeFacts.State(
            false,
            "boot",
            "v1.34.4",
            Optional.empty(),
            Optional.empty(),
            new NodeFacts.Software("6.1.0-20", "Debian GNU/Linux 12", "containerd://1.7.24", "amd64"));

    @Test
    void readsWhatTheNodeSays() {
        assertThat(texts(profile(Map.of(), List.of(), Optional.empty())))
                .containsEntry("kernel", "6.1.0-20")
                .containsEntry("OS image", "Debian GNU/Linux 12")
                .containsEntry("kubelet", "v1.34.4")
                .containsEntry("container runtime", "containerd://1.7.24")
                .containsEntry("architecture", "amd64")
                .hasSize(5);
    }

    @Test
    void readsZonesAndDevices() {
        var profile =
                profile(Map.of(), List.of(zone(1, "4", "2"), zone(0, "4", "2"), zone(2, "4", null)), Optional.empty());

        assertThat(texts(profile))
                .containsEntry("CPUs by zone", "0-2: 4 CPUs")
                .containsEntry("hugepages by zone", "0-2: 1Gi of hugepages-1Gi")
                .containsEntry("devices by zone", "0-1: 2 of example.com/gpu, 2: none")
                .containsEntry("distances", "0-2: 10 21")
                .containsEntry("topology policy", "restricted/pod");
        assertThat(profile.memory()).containsExactly(8L << 30, 8L << 30, 8L << 30);
    }

    @Test
    void readsLabelsOfFirmwareDriversAndProcessors() {
        var labels = Map.of(
                "feature.node.kubernetes.io/cpu-model.vendor_id", "Intel",
                "feature.node.kubernetes.io/cpu-model.family", "6",
                "feature.node.kubernetes.io/cpu-model.id", "85",
                "feature.node.kubernetes.io/cpu-hardware_multithreading", "true",
                "nvidia.com/cuda.driver-version.full", "550.54",
                "example.com/bios-version", "2.1",
                "example.com/CPU-Microcode", "0x5003",
                "kubernetes.io/hostname", "node-1",
                "bios.example.com/rack", "7");

        assertThat(texts(profile(labels, List.of(), Optional.empty())))
                .containsEntry("CPU family and model", "Intel 6 85")
                .containsEntry("SMT", "enabled")
                .containsEntry("label nvidia.com/cuda.driver-version.full", "550.54")
                .containsEntry("label example.com/bios-version", "2.1")
                .containsEntry("label example.com/CPU-Microcode", "0x5003")
                .doesNotContainKeys("label kubernetes.io/hostname", "label bios.example.com/rack");
    }

    @Test
    void readsWhatTheAgentReported() {
        var hardware = new HardwareFacts("Xeon 6248", "amd64", 2, 40, 80, "0-79", "", List.of());
        var live = new KubeletConfiguration(
                CpuPolicy.STATIC,
                Map.of("full-pcpus-only", "true"),
                null,
                "0-1",
                null,
                List.of(),
                null,
                null,
                Map.of(),
                Map.of("cpu", "1", "memory", "1Gi"),
                Map.of(),
                Map.of(),
                Map.of());
        var status = new NUMANodeStatus(
                1L, null, null, hardware, null, null, live, null, null, null, null, true, List.of(), Map.of(),
                List.of(), null, null);

        assertThat(texts(profile(Map.of(), List.of(), Optional.of(status))))
                .containsEntry("CPU model", "Xeon 6248")
                .containsEntry("sockets", "2")
                .containsEntry("SMT", "enabled")
                .containsEntry("cpuManagerPolicy", "static")
                .containsEntry("cpuManagerPolicyOptions", "{full-pcpus-only=true}")
                .containsEntry("reservedSystemCPUs", "0-1")
                .containsEntry("kubeReserved", "{cpu=1, memory=1Gi}")
                .containsEntry("systemReserved", "none")
                .doesNotContainKeys("isolated CPUs", "memoryManagerPolicy");
    }

    private static NodeProfile profile(
            Map<String, String> labels, List<PublishedZone> zones, Optional<NUMANodeStatus> status) {
        return NodeProfile.of(
                new NodeFacts("node-1", labels, true, true, Optional.empty(), STATE),
                zones.isEmpty()
                        ? Optional.empty()
                        : Optional.of(PublishedTopology.read(
                                "node-1",
                                Map.of("topologyManagerPolicy", "restricted", "topologyManagerScope", "pod"),
                                List.of(),
                                zones)),
                status);
    }

    private static PublishedZone zone(int id, String cpus, @org.jspecify.annotations.Nullable String gpus) {
        var resources = new java.util.ArrayList<>(List.of(
                new Resource("cpu", cpus, cpus, "1"),
                new Resource("memory", "8Gi", "7Gi", "7Gi"),
                new Resource("hugepages-1Gi", "1Gi", "1Gi", "0")));
        if (gpus != null) {
            resources.add(new Resource("example.com/gpu", gpus, gpus, "0"));
        }
        return new PublishedZone(
                "node-" + id, "Node", List.of(new Cost("node-0", 10), new Cost("node-1", 21)), resources);
    }

    private static Map<String, String> texts(NodeProfile profile) {
        return profile.traits().entrySet().stream()
                .collect(Collectors.toMap(trait -> trait.getKey().name(), Map.Entry::getValue));
    }
}
