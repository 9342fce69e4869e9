package io.numaresources.testbed.demo;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.demo.Screen.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The same Deployment with the default scheduler and with the NUMA scheduler. */
final class Contest {

    private static final String DEFAULT = "default-scheduler";
    private static final String NUMA = "topo-aware-scheduler";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** More than the period in which the scheduler's cache compares itself with the nodes. */
    private static final Duration SETTLE = Duration.ofSeconds(7);

    private static final Duration BETWEEN = Duration.ofSeconds(8);
    private static final Duration WATCHED = Duration.ofSeconds(10);
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final KubernetesClient client;
    private final Screen screen;
    private final Sizes sizes;
    private final Map<String, List<Zone>> machines;
    private final Workload cache;
    private final Workload model;
    private final Workload service;

    private Contest(KubernetesClient client, Screen screen, Sizes sizes, Map<String, List<Zone>> machines) {
        this.client = client;
        this.screen = screen;
        this.sizes = sizes;
        this.machines = machines;
        var hosts = machines.keySet().stream().map(this::hostname).toList();
        this.cache = new Workload(client, "cache", hosts);
        this.model = new Workload(client, "model", hosts);
        this.service = new Workload(client, "service", hosts);
    }

    /**
     * A contest on the nodes that have the zones of the first one.
     *
     * @throws IllegalStateException if no sizes make the case on this hardware
     */
    static Contest prepare(KubernetesClient client, Screen screen, int mostMachines) {
        var all = new Topologies(client).zones();
        var first = all.values().stream().findFirst().orElse(List.of());
        var sizes = Sizes.of(first)
                .orElseThrow(() -> new IllegalStateException("The first node's zones are too few or too small for this"
                        + " demo; it needs at least two with three CPUs each."));
        var alike = all.entrySet().stream()
                .filter(entry -> shape(entry.getValue()).equals(shape(first)))
                .limit(mostMachines)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, java.util.TreeMap::new));
        return new Contest(client, screen, sizes, alike);
    }

    /** Makes every zone of every node busy. */
    void fillZones() {
        namespace();
        screen.say("A Deployment \"cache\" of %d pods, each with %s, makes each zone of each node a bit busy:"
                .formatted(fillers(), cpus(sizes.filler())));
        cache.createSpread(DEFAULT, fillers(), sizes.filler(), sizes.fillerMemory());
        screen.await("Pods", LIMIT, () -> running(cache, fillers()));
        screen.await("NodeResourceTopology", LIMIT, this::published);
        zones().forEach(zone -> screen.line(zone.line()));
        screen.say("Each node has %d CPUs free in all, but no zone has %d."
                .formatted(sizes.freeInAll(machines.values().iterator().next()), sizes.large()));
    }

    /** The Deployment with the default scheduler; returns how many pods were rejected. */
    int defaultScheduler() {
        screen.say("A Deployment \"model\" of one pod that needs %s:".formatted(cpus(sizes.large())));
        model.create(DEFAULT, 1, sizes.large(), 1);
        screen.watch(WATCHED, EVERY, () -> {
            var rejected = model.rejected().size();
            return Style.RED.of("%5d pods rejected with TopologyAffinityError".formatted(rejected));
        });
        model.scale(0);
        var rejected = model.rejected();
        rejected.stream()
                .findFirst()
                .ifPresent(pod -> screen.say(
                        Style.DIM, "The kubelet: \"" + pod.getStatus().getMessage() + "\""));
        screen.say("The scheduler sees free CPUs on the node, the kubelet finds no zone that has enough, the"
                + " ReplicaSet makes the next pod: " + rejected.size() + " dead pods, none that runs.");
        model.delete();
        screen.await("model removed", LIMIT, () -> new State(model.pods().isEmpty(), ""));
        return rejected.size();
    }

    /** The same with the NUMA scheduler; returns how many pods were rejected. */
    int numaScheduler() {
        screen.say("The same Deployment with schedulerName: " + NUMA + ":");
        model.create(NUMA, 1, sizes.large(), 1);
        screen.await("Pending", LIMIT, () -> new State(topologyIsTheReason(), "the scheduler says why"));
        screen.say(
                Style.DIM,
                "PodScheduled: \"" + firstSentence(model.unschedulable().orElse("")) + "\"");
        screen.watch(WATCHED, WATCHED.dividedBy(2), () -> {
            var rejected = model.rejected().size();
            return Style.GREEN.of("%5d pods rejected, %d Pending"
                    .formatted(rejected, model.pods().size() - rejected));
        });
        screen.say("Now zones become free: \"cache\" is scaled down, one pod at a time.");
        freeZones();
        model.running().forEach(this::place);
        return model.rejected().size();
    }

    /**
     * Removes fillers until the pod runs. The scheduler tries a pod again when a pod ends, but with the topology it knew until then; what it
     * learns within the next seconds it uses at the next such event.
     */
    private void freeZones() {
        for (var left = fillers() - 1; left >= 0; left--) {
            cache.scale(left);
            if (screen.look("cache has " + left + " pods", BETWEEN, () -> running(model, 1))) {
                cache.scale(0);
                return;
            }
        }
        screen.await("Pods", LIMIT, () -> running(model, 1));
    }

    /** A Deployment that fits. */
    int fitting() {
        var replicas = machines.size();
        var settled = System.nanoTime() + SETTLE.toNanos();
        screen.await("The scheduler takes in what ended", LIMIT, () -> new State(System.nanoTime() > settled, ""));
        screen.say("A Deployment \"service\" of %d pods that need %s each:".formatted(replicas, cpus(sizes.small())));
        service.create(NUMA, replicas, sizes.small(), 1);
        screen.await("Pods", LIMIT, () -> running(service, replicas));
        service.running().forEach(this::place);
        screen.await("NodeResourceTopology", LIMIT, () -> new State(taken() == wanted(), taken() + " CPUs taken"));
        zones().forEach(zone -> screen.line(zone.line()));
        return service.rejected().size();
    }

    /** Until its cache has seen the pods of the other scheduler, it says that it doesn't trust the topology yet. */
    private boolean topologyIsTheReason() {
        return model.unschedulable()
                .filter(reason -> reason.contains("cannot align"))
                .isPresent();
    }

    private void namespace() {
        var namespace = client.namespaces().withName(Workload.NAMESPACE);
        if (namespace.get() == null) {
            client.resource(object()).create();
        }
    }

    private static Namespace object() {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(Workload.NAMESPACE)
                .endMetadata()
                .build();
    }

    private int fillers() {
        return sizes.fillersPerNode() * machines.size();
    }

    private List<Zone> zones() {
        return new Topologies(client)
                .zones().entrySet().stream()
                        .filter(entry -> machines.containsKey(entry.getKey()))
                        .flatMap(entry -> entry.getValue().stream())
                        .toList();
    }

    private State published() {
        var busy = zones().stream()
                .filter(zone -> zone.cpus() - zone.freeCpus() == sizes.filler())
                .count();
        return new State(busy == fillers(), busy + " of " + fillers() + " zones show their pod");
    }

    private int taken() {
        return zones().stream().mapToInt(zone -> zone.cpus() - zone.freeCpus()).sum();
    }

    private int wanted() {
        return sizes.large() + sizes.small() * machines.size();
    }

    private static State running(Workload workload, int wanted) {
        var running = workload.running().size();
        return new State(running == wanted, workload.name() + ": %d of %d pods run".formatted(running, wanted));
    }

    private void place(Pod pod) {
        var annotations = pod.getMetadata().getAnnotations();
        var zone = value(annotations, "testbed.numaresources.io/numa-nodes");
        var cpus = value(annotations, "testbed.numaresources.io/cpuset");
        screen.line("   " + Style.BOLD.of(pod.getMetadata().getName()) + " on "
                + pod.getSpec().getNodeName() + (zone.isEmpty() ? "" : ", zone " + zone + ", CPUs " + cpus));
    }

    private static String value(Map<String, String> annotations, String key) {
        var value = annotations == null ? "" : annotations.getOrDefault(key, "");
        return value.substring(value.indexOf('=') + 1);
    }

    private String hostname(String node) {
        var labels = client.nodes().withName(node).get().getMetadata().getLabels();
        return labels.getOrDefault("kubernetes.io/hostname", node);
    }

    private static List<List<Object>> shape(List<Zone> zones) {
        return zones.stream()
                .map(zone -> List.<Object>of(zone.name(), zone.cpus(), zone.memory()))
                .toList();
    }

    /** The scheduler goes on about preemption. */
    private static String firstSentence(String text) {
        var end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1) + " ...";
    }

    private static String cpus(int count) {
        return count == 1 ? "1 CPU" : count + " CPUs";
    }
}
