package io.numaresources.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** What a node has left while pods are tried on it. Zones are known by position here, not by id. */
final class Books {
    final NumaNode node;
    final CpuBooks cpus;
    final MemoryBooks memory;
    final Map<String, DeviceBooks> devices = new HashMap<>(4);
    private final Map<String, Long> free;

    /** For the resources of the given demand; with {@code empty}, as if no pod were on the node. */
    Books(NumaNode node, Demand.OfPod demand, boolean empty) {
        this.node = node;
        this.memory = new MemoryBooks(node, memoryNames(demand), empty);
        for (Demand container : demand.containers()) {
            for (int i = 0; i < container.devices().size(); i++) {
                String name = container.devices().name(i);
                if (!devices.containsKey(name)) {
                    devices.put(name, new DeviceBooks(node, name, empty));
                }
            }
        }
        cpus = new CpuBooks(node.rules().cpus(), node.zones(), empty);
        free = totalsKnown() ? (empty ? node.allocatable() : node.free()).amounts() : Map.of();
    }

    private static String[] memoryNames(Demand.OfPod demand) {
        if (demand.containers().size() == 1) {
            return demand.containers().getFirst().memory().nameArray();
        }
        return demand.containers().stream()
                .flatMap(c -> c.memory().names().stream())
                .distinct()
                .toArray(String[]::new);
    }

    /** Books of the i-th device resource that a unit needs. */
    DeviceBooks devices(Demand unit, int i) {
        return Objects.requireNonNull(devices.get(unit.devices().name(i)));
    }

    int zones() {
        return node.zones().size();
    }

    /** Mask of zone ids for a mask of positions. */
    long ids(long positions) {
        if (positions == Merge.NIL) {
            return 0;
        }
        long mask = 0;
        for (int i = 0; i < zones(); i++) {
            mask |= (positions >>> i & 1) << node.zones().get(i).id();
        }
        return mask;
    }

    /** Whether the node's totals are known, so that they can be checked. */
    boolean totalsKnown() {
        return !node.allocatable().isEmpty();
    }

    long freeOnNode(String name) {
        return free.getOrDefault(name, 0L);
    }

    /** Whether what is left rests on a guess where an earlier pod's CPUs or devices are. */
    boolean guessed() {
        return cpus.guessed() || devices.values().stream().anyMatch(DeviceBooks::guessed);
    }

    /** Books a pod's requests on the node as a whole and forgets what its init containers left. */
    void close(Resources requests) {
        if (totalsKnown()) {
            requests.amounts().forEach((name, amount) -> free.computeIfPresent(name, (n, old) -> old - amount));
            free.computeIfPresent("pods", (n, old) -> old - 1);
        }
        cpus.nextPod();
        memory.nextPod();
        devices.values().forEach(DeviceBooks::nextPod);
    }
}
