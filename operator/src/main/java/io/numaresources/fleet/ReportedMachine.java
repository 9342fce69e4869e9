package io.numaresources.fleet;

import io.numaresources.api.v1alpha1.HardwareFacts;
import io.numaresources.api.v1alpha1.ZoneFacts;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.Quantity;
import java.util.Comparator;
import java.util.TreeMap;

/** A machine as its NUMANode tells. */
public final class ReportedMachine {
    private ReportedMachine() {}

    /**
     * Reads the hardware.
     *
     * @throws IllegalArgumentException where a CPU set or an amount can't be read
     */
    public static Machine of(HardwareFacts hardware) {
        return new Machine(
                hardware.sockets() == null ? 1 : hardware.sockets(),
                hardware.zones().stream()
                        .sorted(Comparator.comparing(ZoneFacts::id))
                        .map(ReportedMachine::zone)
                        .toList(),
                CpuSet.parse(hardware.isolatedCPUs() == null ? "" : hardware.isolatedCPUs()));
    }

    private static Machine.Zone zone(ZoneFacts zone) {
        var hugepages = new TreeMap<Long, Long>();
        zone.hugepages()
                .forEach((size, bytes) -> hugepages.put(
                        Quantity.parse(size).bytes(),
                        Quantity.parse(bytes.toString()).bytes()));
        return new Machine.Zone(
                zone.id(),
                zone.cores().stream().map(CpuSet::parse).toList(),
                zone.memory() == null
                        ? 0
                        : Quantity.parse(zone.memory().toString()).bytes(),
                hugepages,
                zone.distances());
    }
}
