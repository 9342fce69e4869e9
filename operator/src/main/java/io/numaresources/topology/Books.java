package io.numaresources.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a node has left while pods are tried on it. Zones are known by position here, not by id. */
final class Books {
    final NumaNode node;
    final CpuBooks cpus;
    final MemoryBooks memory;
    final Map<String, DeviceBooks> devices = new HashMap<>();
    private final Map<String, Long> free;

    /** For the resources of the given demand; with {@code empty}, as if no pod were on the node. */
    Books(NumaNode node, Demand.OfPod demand, boolean empty) {
        this.node = node;
        var memoryNames = new TreeSet<String>();
        for (Demand container : demand.containers()) {
            memoryNames.addAll(container.memory().keySet());
            container
                    .devices()
                    .keySet()
                    .forEach(name -> devices.computeIfAbsent(name, n -> new DeviceBooks(node, n, empty)));
        }
        cpus = new CpuBooks(node.rules().cpus(), node.zones(), empty);
        memory = new MemoryBooks(node, memoryNames, empty);
        free = new TreeMap<>((empty ? node.allocatable() : node.free()).amounts());
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
        return !node.allocatable().equals(Resources.NONE);
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
        requests.amounts().forEach((name, amount) -> free.computeIfPresent(name, (n, old) -> old - amount));
        free.computeIfPresent("pods", (n, old) -> old - 1);
        cpus.nextPod();
        memory.nextPod();
        devices.values().forEach(DeviceBooks::nextPod);
    }
}
