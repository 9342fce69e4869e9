package io.numaresources.node;

import io.fabric8.kubernetes.api.model.Quantity;
import io.numaresources.api.v1alpha1.HardwareFacts;
import io.numaresources.api.v1alpha1.ZoneFacts;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.Machine;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A machine as the kernel describes it.
 *
 * @param cpuModel model name; not every architecture has one
 * @param architecture as the JVM names it
 * @param machine sockets, NUMA nodes, cores
 */
public record Hardware(Optional<String> cpuModel, String architecture, Machine machine) {

    /** As it stands in the status of a NUMANode. */
    public HardwareFacts facts() {
        return new HardwareFacts(
                cpuModel.orElse(null),
                architecture,
                machine.sockets(),
                machine.cores().size(),
                machine.cpus().size(),
                machine.cpus().toString(),
                machine.isolated().toString(),
                machine.zones().stream().map(Hardware::zone).toList());
    }

    private static ZoneFacts zone(Machine.Zone zone) {
        Map<String, Quantity> hugepages = new TreeMap<>();
        zone.hugepages().forEach((size, bytes) -> {
            if (bytes > 0) {
                hugepages.put(text(size), quantity(bytes));
            }
        });
        return new ZoneFacts(
                zone.id(),
                zone.cpus().toString(),
                zone.cores().stream().map(CpuSet::toString).toList(),
                quantity(zone.memory()),
                hugepages,
                zone.distances());
    }

    private static String text(long bytes) {
        return io.numaresources.kubelet.Quantity.ofBytes(bytes).toString();
    }

    private static Quantity quantity(long bytes) {
        return Quantity.parse(text(bytes));
    }
}
