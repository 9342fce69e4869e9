package io.numaresources.topology;

import io.numaresources.topology.Demand.OfPod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A pod's demands on one node after the other: they differ by what a kubelet pins and which devices a node offers only. */
final class Demands {
    private final PodShape shape;
    private final Resources requests;
    private final List<String> extended;
    private final Map<Kind, OfPod> known = new HashMap<>();

    private @Nullable Kind lastKind;
    private @Nullable OfPod last;

    /** What makes the difference; the offered ones are a mask over the extended resources, of which 64 are enough. */
    private record Kind(boolean cpus, boolean memory, long offered) {}

    Demands(PodShape shape) {
        this.shape = shape;
        this.requests = shape.requests();
        var names = new TreeSet<String>();
        shape.all().forEach(c -> names.addAll(c.limits().names()));
        names.removeIf(Resources::isNative);
        this.extended = List.copyOf(names);
    }

    OfPod on(NumaNode node) {
        long offered = 0;
        for (int i = 0; i < extended.size(); i++) {
            offered |= offers(node, extended.get(i)) ? 1L << i : 0;
        }
        boolean pinned = shape.qos() == Qos.GUARANTEED && shape.podLevel().isEmpty();
        var kind = new Kind(
                pinned && node.rules().cpus().exclusive(),
                pinned && node.rules().pinnedMemory(),
                offered);
        if (!kind.equals(lastKind)) {
            last = known.computeIfAbsent(kind, k -> demand(k, pinned));
            lastKind = kind;
        }
        return Objects.requireNonNull(last);
    }

    /** A device plugin stands behind it; one that no zone shows and the Node doesn't either is another component's business. */
    private static boolean offers(NumaNode node, String name) {
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

    private OfPod demand(Kind kind, boolean pinned) {
        var offered = IntStream.range(0, extended.size())
                .filter(i -> (kind.offered >>> i & 1) != 0)
                .mapToObj(extended::get)
                .collect(Collectors.toSet());
        var containers = new ArrayList<Demand>();
        var running = new Sum();
        var sidecars = new Sum();
        var starting = new Sum();
        for (ContainerShape init : shape.initContainers()) {
            var demand = Demand.of(init, !init.sidecar(), kind.cpus, kind.memory, offered);
            containers.add(demand);
            if (init.sidecar()) {
                sidecars.add(demand);
            }
            starting.atLeast(sidecars, init.sidecar() ? null : demand);
        }
        for (ContainerShape app : shape.containers()) {
            var demand = Demand.of(app, false, kind.cpus, kind.memory, offered);
            containers.add(demand);
            running.add(demand);
        }
        boolean fractional = shape.all().anyMatch(c -> c.requests().get(Resources.CPU) % 1000 != 0);
        return new OfPod(containers, together(running, sidecars, starting), pinned && fractional, requests);
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
        sidecars.devices.forEach((name, count) -> devices.merge(name, count, Long::sum));
        starting.devices.forEach((name, count) -> devices.merge(name, count, Math::max));
        int cpus = Math.max(running.cpus + sidecars.cpus, starting.cpus);
        return new Demand("", false, cpus, new Resources(memory), new Resources(devices));
    }

    private static final class Sum {
        private int cpus;
        private final Map<String, Long> memory = new TreeMap<>();
        private final Map<String, Long> devices = new TreeMap<>();

        void add(Demand demand) {
            cpus += demand.cpus();
            demand.memory().amounts().forEach((name, amount) -> memory.merge(name, amount, Long::sum));
            demand.devices().amounts().forEach((name, count) -> devices.merge(name, count, Long::sum));
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
