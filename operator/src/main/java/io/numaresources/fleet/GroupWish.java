package io.numaresources.fleet;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.numaresources.api.v1alpha1.CpuManagerOptions;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.Reserved;
import io.numaresources.api.v1alpha1.TopologyManagerOptions;
import io.numaresources.kubelet.CpuManagerPolicy;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.MemoryManagerPolicy;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.PolicyOption;
import io.numaresources.kubelet.Quantity;
import io.numaresources.kubelet.ShortHash;
import io.numaresources.kubelet.TopologyManagerPolicy;
import io.numaresources.kubelet.TopologyManagerScope;
import io.numaresources.kubelet.Wish;
import io.numaresources.stack.GoDuration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a group asks of its kubelets.
 *
 * @param wish in the core's words
 * @param revision 16 hexadecimal digits over it; a failure freezes the group for one revision, and one revision is approved
 */
public record GroupWish(Wish wish, String revision) {
    /**
     * Reads a kubelet block.
     *
     * @throws IllegalArgumentException where reserved.cpus has a range that runs backwards, which admission lets pass
     */
    public static GroupWish of(Kubelet kubelet) {
        var wish = new Wish(
                CpuManagerPolicy.parse(kubelet.cpuManager().policy().value()),
                options(kubelet.cpuManager().options()),
                GoDuration.parse(kubelet.cpuManager().reconcilePeriod()),
                MemoryManagerPolicy.parse(kubelet.memoryManager().policy().value()),
                new OwnedConfiguration.Topology(
                        TopologyManagerPolicy.parse(
                                kubelet.topologyManager().policy().value()),
                        TopologyManagerScope.parse(
                                kubelet.topologyManager().scope().value()),
                        options(kubelet.topologyManager().options())),
                cpus(kubelet.reserved()),
                Optional.ofNullable(kubelet.reserved())
                        .map(Reserved::memory)
                        .map(memory -> Quantity.parse(memory.toString())));
        return new GroupWish(wish, ShortHash.of(text(wish)));
    }

    private static Wish.Cpus cpus(@Nullable Reserved reserved) {
        IntOrString cpus = reserved == null ? null : reserved.cpus();
        if (cpus == null) {
            return new Wish.Cpus.Computed();
        }
        return cpus.getIntVal() != null
                ? new Wish.Cpus.PerZone(cpus.getIntVal())
                : new Wish.Cpus.Exactly(CpuSet.parse(cpus.getStrVal()));
    }

    private static SortedMap<String, String> options(@Nullable CpuManagerOptions options) {
        var on = new TreeMap<String, String>();
        if (options != null) {
            put(on, PolicyOption.FULL_PCPUS_ONLY, options.fullPCPUsOnly());
            put(on, PolicyOption.DISTRIBUTE_ACROSS_NUMA, options.distributeCPUsAcrossNUMA());
            put(on, PolicyOption.ALIGN_BY_SOCKET, options.alignBySocket());
            put(on, PolicyOption.DISTRIBUTE_ACROSS_CORES, options.distributeCPUsAcrossCores());
            put(on, PolicyOption.STRICT_RESERVATION, options.strictCPUReservation());
            put(on, PolicyOption.PREFER_UNCORE_CACHE, options.preferAlignCPUsByUncoreCache());
        }
        return on;
    }

    private static SortedMap<String, String> options(@Nullable TopologyManagerOptions options) {
        var on = new TreeMap<String, String>();
        if (options != null) {
            put(on, PolicyOption.PREFER_CLOSEST, options.preferClosestNUMANodes());
            if (options.maxAllowableNUMANodes() != null) {
                on.put(
                        PolicyOption.MAX_ALLOWABLE.key(),
                        options.maxAllowableNUMANodes().toString());
            }
        }
        return on;
    }

    private static void put(SortedMap<String, String> on, PolicyOption option, @Nullable Boolean value) {
        if (Boolean.TRUE.equals(value)) {
            on.put(option.key(), "true");
        }
    }

    /** Field by field, so that a new version of this operator does not see a new revision where nothing was changed. */
    private static String text(Wish wish) {
        return String.join(
                "\n",
                wish.cpuPolicy().value(),
                wish.cpuOptions().toString(),
                wish.reconcilePeriod().toString(),
                wish.memoryPolicy().value(),
                wish.topology().policy().value(),
                wish.topology().scope().value(),
                wish.topology().options().toString(),
                switch (wish.cpus()) {
                    case Wish.Cpus.Computed() -> "computed";
                    case Wish.Cpus.PerZone(int cores) -> cores + " per zone";
                    case Wish.Cpus.Exactly(CpuSet set) -> set.toString();
                },
                wish.memory().map(Quantity::toString).orElse("today"));
    }
}
