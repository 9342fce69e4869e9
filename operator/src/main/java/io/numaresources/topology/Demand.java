package io.numaresources.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the kubelet's managers align for a container, or for a pod as one unit.
 *
 * @param unit container name, or the empty string for the pod
 * @param regularInit whether what it takes can be used again by later containers of the pod
 * @param cpus CPUs of its own, 0 for shared ones
 * @param memory bytes by memory resource
 * @param devices counts by extended resource that the node offers, also counts of 0
 */
record Demand(String unit, boolean regularInit, int cpus, Map<String, Long> memory, Map<String, Integer> devices) {

    /** Demands of a pod on a node: one for each container, in starting order, and their combination. */
    record OfPod(List<Demand> containers, Demand pod, boolean fractional) {
        boolean anything() {
            return containers.stream().anyMatch(d -> d.cpus > 0 || !d.memory.isEmpty() || !d.devices.isEmpty());
        }
    }

    static OfPod of(NumaNode node, PodShape shape) {
        boolean pinned = shape.qos() == Qos.GUARANTEED && shape.podLevel().isEmpty();
        boolean cpus = pinned && node.rules().cpus().exclusive();
        boolean memory = pinned && node.rules().pinnedMemory();
        var containers = new ArrayList<Demand>();
        var running = new Sum();
        var sidecars = new Sum();
        var starting = new Sum();
        boolean fractional = false;
        for (ContainerShape init : shape.initContainers()) {
            var demand = of(node, init, !init.sidecar(), cpus, memory);
            fractional |= fractional(init);
            containers.add(demand);
            if (init.sidecar()) {
                sidecars.add(demand);
                starting.atLeast(sidecars, null);
            } else {
                starting.atLeast(sidecars, demand);
            }
        }
        for (ContainerShape app : shape.containers()) {
            var demand = of(node, app, false, cpus, memory);
            fractional |= fractional(app);
            containers.add(demand);
            running.add(demand);
        }
        return new OfPod(containers, together(running, sidecars, starting), pinned && fractional);
    }

    private static boolean fractional(ContainerShape container) {
        return container.requests().get(Resources.CPU) % 1000 != 0;
    }

    private static Demand of(NumaNode node, ContainerShape c, boolean regularInit, boolean cpus, boolean memory) {
        long milli = c.requests().get(Resources.CPU);
        var amounts = new TreeMap<String, Long>();
        if (memory) {
            c.requests().amounts().forEach((name, amount) -> {
                if (Resources.isMemory(name)) {
                    amounts.put(name, amount);
                }
            });
        }
        var devices = new TreeMap<String, Integer>();
        c.limits().amounts().forEach((name, amount) -> {
            if (!Resources.isShareable(name) && !Resources.isNative(name) && offers(node, name)) {
                devices.put(name, Math.toIntExact(amount));
            }
        });
        int whole = cpus && milli % 1000 == 0 ? Math.toIntExact(milli / 1000) : 0;
        return new Demand(c.name(), regularInit, whole, amounts, devices);
    }

    /** A device plugin stands behind it; one that no zone shows and the Node doesn't either is another component's business. */
    static boolean offers(NumaNode node, String name) {
        if (node.allocatable().get(name) > 0) {
            return true;
        }
        for (Zone zone : node.zones()) {
            if (zone.capacity().get(name) > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * As a unit. CPU and device manager count sidecars beside the app containers and beside later init containers; the memory
     * manager counts only resources that an app container asks for (memorymanager/policy_static.go getPodRequestedResources).
     */
    private static Demand together(Sum running, Sum sidecars, Sum starting) {
        var memory = new TreeMap<String, Long>();
        running.memory.forEach((name, amount) -> memory.put(
                name,
                Math.max(amount + sidecars.memory.getOrDefault(name, 0L), starting.memory.getOrDefault(name, 0L))));
        var devices = new TreeMap<>(running.devices);
        sidecars.devices.forEach((name, count) -> devices.merge(name, count, Integer::sum));
        starting.devices.forEach((name, count) -> devices.merge(name, count, Math::max));
        return new Demand("", false, Math.max(running.cpus + sidecars.cpus, starting.cpus), memory, devices);
    }

    private static final class Sum {
        private int cpus;
        private final Map<String, Long> memory = new TreeMap<>();
        private final Map<String, Integer> devices = new TreeMap<>();

        void add(Demand demand) {
            cpus += demand.cpus;
            demand.memory.forEach((name, amount) -> memory.merge(name, amount, Long::sum));
            demand.devices.forEach((name, count) -> devices.merge(name, count, Integer::sum));
        }

        void atLeast(Sum base, @Nullable Demand more) {
            var peak = new Sum();
            peak.cpus = base.cpus;
            peak.memory.putAll(base.memory);
            peak.devices.putAll(base.devices);
            if (more != null) {
                peak.add(more);
            }
            cpus = Math.max(cpus, peak.cpus);
            peak.memory.forEach((name, amount) -> memory.merge(name, amount, Math::max));
            peak.devices.forEach((name, count) -> devices.merge(name, count, Math::max));
        }
    }
}
