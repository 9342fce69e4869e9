package io.numaresources.topology;

import java.util.OptionalInt;

/**
 * What the scheduler's NodeResourceTopologyMatch plugin does with a node in its filter (scheduler-plugins
 * pkg/noderesourcetopology/filter.go). It judges by the published zones alone: it knows single-numa-node only, sums pods and
 * sidecars otherwise than the kubelet, and wants CPU and memory in the zones even of pods for which the kubelet pins nothing.
 */
public final class SchedulerFilter {
    private final PodShape pod;
    private final Resources effective;

    /** For one pod on many nodes. */
    SchedulerFilter(PodShape pod) {
        this.pod = pod;
        this.effective = effective(pod);
    }

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
        return new SchedulerFilter(pod).check(node);
    }

    Answer check(NumaNode node) {
        if (node.zones().isEmpty()
                || node.rules().policy() != AlignmentPolicy.SINGLE_NUMA_NODE
                || pod.qos() == Qos.BEST_EFFORT && !extended()) {
            return Answer.PASS;
        }
        var zones = new Zones(node, pod.qos() == Qos.GUARANTEED);
        return node.rules().scope() == AlignmentScope.POD ? podScope(zones) : containerScope(zones);
    }

    private boolean extended() {
        return pod.all().anyMatch(c -> c.requests().names().stream().anyMatch(n -> !Resources.isNative(n)));
    }

    private Answer podScope(Zones zones) {
        return zones.choose(effective).isPresent() ? Answer.PASS : new Answer(false, "cannot align pod", "");
    }

    /** The larger of all app containers and each init container, sidecars like any other, and the overhead. */
    private static Resources effective(PodShape pod) {
        var app = pod.containers().stream().map(ContainerShape::requests).reduce(Resources.NONE, Resources::plus);
        var init = pod.initContainers().stream().map(ContainerShape::requests).reduce(Resources.NONE, Resources::max);
        return app.max(init).plus(pod.overhead());
    }

    private Answer containerScope(Zones zones) {
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
            if (pod.containers().size() > 1) {
                zones.subtract(zone.getAsInt(), app.requests());
            }
        }
        return Answer.PASS;
    }

    /** What the plugin holds of the zones while it judges one pod. */
    private static final class Zones {
        private final NumaNode node;
        private final boolean guaranteed;
        private final Resources[] available;

        Zones(NumaNode node, boolean guaranteed) {
            this.node = node;
            this.guaranteed = guaranteed;
            this.available = new Resources[node.zones().size()];
            for (int i = 0; i < available.length; i++) {
                available[i] = node.zones().get(i).available();
            }
        }

        /** The lowest zone id that suits all resources: 0 when none of them has a zone, whether or not there is such a zone. */
        OptionalInt choose(Resources requests) {
            long suitable = -1;
            for (int r = 0; r < requests.size(); r++) {
                String name = requests.name(r);
                if (requests.amount(r) == 0) {
                    continue;
                }
                if (absent(name)) {
                    return OptionalInt.empty();
                }
                boolean anyAmount = !guaranteed && Resources.isShareable(name);
                long mask = 0;
                boolean zoned = false;
                for (int i = 0; i < available.length; i++) {
                    boolean here = available[i].has(name);
                    zoned |= here;
                    if (here && (anyAmount || available[i].get(name) >= requests.amount(r))) {
                        mask |= 1L << node.zones().get(i).id();
                    }
                }
                if (zoned || !Resources.isHostLevel(name)) {
                    suitable &= mask;
                }
                if (suitable == 0) {
                    return OptionalInt.empty();
                }
            }
            return OptionalInt.of(Long.numberOfTrailingZeros(suitable));
        }

        /** The scheduler's list of node totals always has the four that every node has. */
        private boolean absent(String name) {
            boolean always = Resources.CPU.equals(name)
                    || Resources.MEMORY.equals(name)
                    || name.equals("pods")
                    || name.equals("ephemeral-storage");
            return !always
                    && !node.allocatable().isEmpty()
                    && !node.allocatable().has(name);
        }

        void subtract(int id, Resources requests) {
            for (int i = 0; i < available.length; i++) {
                if (node.zones().get(i).id() == id) {
                    for (String name : requests.names()) {
                        if ((guaranteed || !Resources.isShareable(name)) && available[i].has(name)) {
                            available[i] = available[i].with(name, available[i].get(name) - requests.get(name));
                        }
                    }
                }
            }
        }
    }
}
