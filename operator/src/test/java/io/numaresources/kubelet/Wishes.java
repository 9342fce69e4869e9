package io.numaresources.kubelet;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the ten-line resource asks for, and variations of it. */
public final class Wishes {
    private Wishes() {}

    public static Wish aligned() {
        return with(new Wish.Cpus.Computed(), Optional.empty(), Map.of());
    }

    public static Wish with(Wish.Cpus cpus, Optional<Quantity> memory, Map<String, String> cpuOptions) {
        return new Wish(
                CpuManagerPolicy.STATIC,
                new TreeMap<>(cpuOptions),
                Duration.ofSeconds(10),
                MemoryManagerPolicy.STATIC,
                topology(TopologyManagerPolicy.SINGLE_NUMA_NODE, Map.of()),
                cpus,
                memory);
    }

    /** All managers off. */
    public static Wish none() {
        return new Wish(
                CpuManagerPolicy.NONE,
                new TreeMap<>(),
                Duration.ofSeconds(10),
                MemoryManagerPolicy.NONE,
                topology(TopologyManagerPolicy.NONE, Map.of()),
                new Wish.Cpus.Computed(),
                Optional.empty());
    }

    public static OwnedConfiguration.Topology topology(TopologyManagerPolicy policy, Map<String, String> options) {
        return new OwnedConfiguration.Topology(policy, TopologyManagerScope.POD, new TreeMap<>(options));
    }

    /** What a kubelet shows that kubeadm configured. */
    public static Current kubeadmDefault() {
        return Current.of(Map.of("evictionHard", Map.of("memory.available", "100Mi", "nodefs.available", "10%")));
    }

    public static OwnedConfiguration plan(Wish wish, Machine machine) {
        return ConfigurationPlan.of(wish, machine, kubeadmDefault(), new KubeletVersion(1, 34));
    }
}
