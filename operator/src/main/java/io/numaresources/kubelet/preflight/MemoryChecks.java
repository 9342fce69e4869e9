package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.ConfigurationPlan;
import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.MemoryManagerPolicy;
import io.numaresources.kubelet.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** P08: reserved memory (cm/memorymanager/memory_manager.go, validateReservedMemory). */
final class MemoryChecks {
    private MemoryChecks() {}

    static List<Violation> memory(Subject subject) {
        var found = new ArrayList<Violation>();
        var memory = subject.wanted().memory();
        if (memory.policy() != MemoryManagerPolicy.STATIC) {
            return found;
        }
        var total = memory.total();
        ConfigurationPlan.heldBack(subject.wanted().reserved())
                .ifPresentOrElse(
                        heldBack -> compare(found, total, heldBack),
                        () -> found.add(Problem.EVICTION_PERCENTAGE.found(
                                "memory.available is %s",
                                subject.wanted().reserved().evictionHard().get("memory.available"))));
        Map<Integer, Machine.Zone> zones =
                subject.machine().zones().stream().collect(Collectors.toMap(Machine.Zone::id, Function.identity()));
        memory.reserved().forEach((id, limits) -> {
            var zone = zones.get(id);
            limits.keySet().stream()
                    .filter(resource -> resource.startsWith("hugepages-"))
                    .forEach(resource -> found.add(Problem.HUGEPAGES_RESERVED.found("%s on node%d", resource, id)));
            long bytes = limits.getOrDefault("memory", Quantity.ZERO).bytes();
            if (zone == null) {
                found.add(Problem.ZONE_MISSING.found("node%d", id));
            } else if (bytes >= zone.plainMemory()) {
                found.add(Problem.ZONE_TOO_SMALL.found(
                        "%s on node%d, which has %s besides hugepages",
                        Quantity.ofBytes(bytes), id, Quantity.ofBytes(zone.plainMemory())));
            }
        });
        return found;
    }

    private static void compare(List<Violation> found, Quantity total, Quantity heldBack) {
        if (heldBack.isZero()) {
            found.add(Problem.NO_MEMORY_RESERVED.found("kubeReserved, systemReserved and evictionHard have no memory"));
        } else if (!total.equals(heldBack)) {
            found.add(Problem.MEMORY_UNEQUAL.found("%s in all, %s expected", total, heldBack));
        }
    }
}
