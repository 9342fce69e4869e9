package io.numaresources.topology;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the scheduler's NodeResourceTopologyMatch plugin does with a node in its filter (scheduler-plugins
 * pkg/noderesourcetopology/filter.go). It judges by the published zones alone: it knows single-numa-node only, sums pods and
 * sidecars otherwise than the kubelet, and wants CPU and memory in the zones even of pods for which the kubelet pins nothing.
 */
public final class SchedulerFilter {
    private SchedulerFilter() {}

    /**
     * Its answer, given that its cache agrees with what is published.
     *
     * @param passes whether the node is left in
     * @param message what it says of the pod otherwise
     * @param unit container that it can't align, or the empty string
     */
    public record Answer(boolean passes, String message, String unit) {
        private static final Answer PASS = new Answer(true, "", "");
    }

    /** The filter's answer. Without {@link NumaNode#allocatable()}, every resource is taken to be on the node. */
    public static Answer check(NumaNode node, PodShape pod) {
        boolean extended = pod.all().anyMatch(c -> c.requests().names().stream().anyMatch(n -> !Resources.isNative(n)));
        if (pod.qos() == Qos.BEST_EFFORT && !extended
                || node.zones().isEmpty()
                || node.rules().policy() != AlignmentPolicy.SINGLE_NUMA_NODE) {
            return Answer.PASS;
        }
        var zones = new Zones(node, pod.qos() == Qos.GUARANTEED);
        return node.rules().scope() == AlignmentScope.POD ? podScope(zones, pod) : containerScope(zones, pod);
    }

    private static Answer podScope(Zones zones, PodShape pod) {
        return zones.choose(effective(pod)).isPresent() ? Answer.PASS : new Answer(false, "cannot align pod", "");
    }

    /** The larger of all app containers and each init container, sidecars like any other, and the overhead. */
    private static Resources effective(PodShape pod) {
        var app = pod.containers().stream().map(ContainerShape::requests).reduce(Resources.NONE, Resources::plus);
        var init = pod.initContainers().stream().map(ContainerShape::requests).reduce(Resources.NONE, Resources::max);
        return app.max(init).plus(pod.overhead());
    }

    private static Answer containerScope(Zones zones, PodShape pod) {
        for (ContainerShape init : pod.initContainers()) {
            if (zones.choose(init.requests()).isEmpty()) {
                String kind = init.sidecar() ? "sidecar" : "init";
                return new Answer(false, "cannot align " + kind + " container", init.name());
            }
        }
        for (ContainerShape app : pod.containers()) {
            var zone = zones.choose(app.requests());
            if (zone.isEmpty()) {
                return new Answer(false, "cannot align container", app.name());
            }
            zones.subtract(zone.get(), app.requests());
        }
        return Answer.PASS;
    }

    /** What the plugin holds of the zones while it judges one pod. */
    private static final class Zones {
        private final NumaNode node;
        private final boolean guaranteed;
        private final List<TreeMap<String, Long>> available;

        Zones(NumaNode node, boolean guaranteed) {
            this.node = node;
            this.guaranteed = guaranteed;
            this.available = node.zones().stream()
                    .map(z -> new TreeMap<>(z.available().amounts()))
                    .toList();
        }

        /** The lowest zone id that suits all resources: 0 when none of them has a zone, whether or not there is such a zone. */
        Optional<Integer> choose(Resources requests) {
            long suitable = -1;
            for (var entry : requests.amounts().entrySet()) {
                String name = entry.getKey();
                if (entry.getValue() == 0) {
                    continue;
                }
                if (absent(name)) {
                    return Optional.empty();
                }
                long mask = 0;
                boolean zoned = false;
                for (int i = 0; i < available.size(); i++) {
                    Long here = available.get(i).get(name);
                    zoned |= here != null;
                    if (here != null && (!guaranteed && Resources.isShareable(name) || here >= entry.getValue())) {
                        mask |= 1L << node.zones().get(i).id();
                    }
                }
                if (zoned || !Resources.isHostLevel(name)) {
                    suitable &= mask;
                }
                if (suitable == 0) {
                    return Optional.empty();
                }
            }
            return Optional.of(Long.numberOfTrailingZeros(suitable));
        }

        /** The scheduler's list of node totals always has the four that every node has. */
        private boolean absent(String name) {
            boolean always = Resources.CPU.equals(name)
                    || Resources.MEMORY.equals(name)
                    || name.equals("pods")
                    || name.equals("ephemeral-storage");
            return !always
                    && !node.allocatable().equals(Resources.NONE)
                    && !node.allocatable().has(name);
        }

        void subtract(int id, Resources requests) {
            for (int i = 0; i < available.size(); i++) {
                if (node.zones().get(i).id() == id) {
                    var zone = available.get(i);
                    requests.amounts().forEach((name, amount) -> {
                        if (guaranteed || !Resources.isShareable(name)) {
                            zone.computeIfPresent(name, (n, old) -> old - amount);
                        }
                    });
                }
            }
        }
    }
}
