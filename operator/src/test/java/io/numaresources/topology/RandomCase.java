package io.numaresources.topology;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A machine, a kubelet, pods that came before and a pod that asks, all drawn from one seed. Sizes are small so that zones run
 * out, and bounded so that the kubelet's walk over every combination of hints ends.
 */
final class RandomCase {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MI = 1 << 20;
    private static final int MOST_COMBINATIONS = 20_000;
    private static final List<String> DEVICES = List.of("example.com/gpu", "example.com/nic");
    private static final String FLOATING = "example.com/floating";

    private final Random random;
    private final long id;
    private final AlignmentPolicy policy;
    private final AlignmentScope scope;
    private int zones;
    private int cpusPerZone;
    private long memoryPerZone;
    private boolean hugepages;

    /** What the engine is told about the kubelet, without threads that are stranded: those depend on the node's state. */
    KubeletRules rules = KubeletRules.published(AlignmentPolicy.NONE, AlignmentScope.CONTAINER);

    PodShape pod = PodShape.of();
    final Map<Integer, Map<Integer, Integer>> costs = new TreeMap<>();
    private final ObjectNode line = JSON.createObjectNode();

    RandomCase(long seed, AlignmentPolicy policy, AlignmentScope scope) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + policy.ordinal() * 31L + scope.ordinal());
        this.id = seed;
        this.policy = policy;
        this.scope = scope;
        line.put("id", id);
        machine();
        kubelet();
        var running = line.putArray("running");
        for (int i = random.nextInt(7); i > 0; i--) {
            var entry = running.addObject();
            entry.set("pod", json(shape()));
            entry.put("leaves", chance(30));
        }
        pod = shape();
        line.set("pod", json(pod));
    }

    long id() {
        return id;
    }

    String line() {
        return line.toString();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    private boolean single() {
        return policy == AlignmentPolicy.SINGLE_NUMA_NODE;
    }

    private void machine() {
        var machine = line.putObject("machine");
        zones = single() && chance(15) ? between(5, 8) : between(1, 4);
        int threads = chance(45) ? 2 : 1;
        int sockets = chance(50) ? zones : between(1, zones);
        int cores = between(1, 6);
        cpusPerZone = cores * threads;
        memoryPerZone = between(2, 6) * 512 * MI;
        hugepages = chance(40);
        machine.put("threads", threads);
        machine.put("adjacent", chance(50));
        machine.put("maxPods", chance(10) ? 3 : 20);
        boolean gaps = chance(10);
        var ids = new ArrayList<Integer>();
        var list = machine.putArray("zones");
        var withCpus = new TreeSet<Integer>();
        int total = 0;
        for (int i = 0; i < zones; i++) {
            var zone = list.addObject();
            ids.add(gaps ? i * 2 + 1 : i);
            int here = i > 0 && chance(4) ? 0 : chance(10) ? between(1, 6) : cores;
            total += here * threads;
            if (here > 0) {
                withCpus.add(i * sockets / zones);
            }
            zone.put("id", ids.get(i));
            zone.put("socket", i * sockets / zones);
            zone.put("cores", here);
            boolean bare = i > 0 && chance(4);
            zone.put("memory", bare ? 0 : chance(15) ? memoryPerZone / 2 : memoryPerZone);
            zone.put("reservedMemory", bare ? 0 : i == 0 || chance(20) ? between(1, 4) * 64 * MI : 0);
            if (hugepages && !bare) {
                zone.putObject("hugepages").put("hugepages-2Mi", between(0, 3) * 64 * MI);
            }
            var devices = zone.putObject("devices");
            DEVICES.forEach(name -> devices.put(name, chance(60) ? between(1, 3) : 0));
        }
        machine.put("sockets", withCpus.size());
        var loose = machine.putObject("devices");
        loose.put(FLOATING, 2);
        if (chance(8)) {
            loose.put(DEVICES.getFirst(), 1);
        }
        var reserved = machine.putArray("reserved");
        int first = random.nextInt(total);
        reserved.add(first);
        if (total > 3 && chance(30)) {
            reserved.add((first + between(1, total - 1)) % total);
        }
        boolean closest = !gaps && chance(20);
        var distances = machine.putArray("distances");
        for (int i = 0; i < zones; i++) {
            var row = distances.addArray();
            for (int j = 0; j < zones; j++) {
                int far = i == j ? 10 : i * sockets / zones == j * sockets / zones ? 12 : 21 + (i + j) % 3;
                row.add(far);
                costs.computeIfAbsent(ids.get(i), k -> new TreeMap<>()).put(ids.get(j), far);
            }
        }
        line.putObject("kubelet").put("closest", closest);
        rules = new KubeletRules(policy, scope, closest, new CpuRules(false, java.util.Set.of(), threads, 0), true);
    }

    private void kubelet() {
        var kubelet = (ObjectNode) line.get("kubelet");
        kubelet.put("policy", policy.value());
        kubelet.put("scope", scope.value());
        boolean exclusive = chance(88);
        boolean pinned = chance(88);
        kubelet.put("cpus", exclusive ? "static" : "none");
        kubelet.put("memory", pinned ? "Static" : "None");
        var options = java.util.EnumSet.noneOf(CpuRules.Option.class);
        if (exclusive) {
            if (chance(30)) {
                options.add(CpuRules.Option.FULL_PCPUS_ONLY);
            }
            if (!single() && chance(10)) {
                options.add(CpuRules.Option.ALIGN_BY_SOCKET);
            }
            if (chance(20)) {
                options.add(List.of(
                                CpuRules.Option.DISTRIBUTE_CPUS_ACROSS_NUMA,
                                CpuRules.Option.DISTRIBUTE_CPUS_ACROSS_CORES,
                                CpuRules.Option.PREFER_ALIGN_CPUS_BY_UNCORECACHE)
                        .get(random.nextInt(3)));
            }
        }
        var named = kubelet.putObject("cpuOptions");
        options.forEach(o -> named.put(optionName(o), "true"));
        int threads = rules.cpus().threadsPerCore();
        rules = new KubeletRules(
                policy, scope, rules.closestZones(), new CpuRules(exclusive, options, threads, 0), pinned);
    }

    private static String optionName(CpuRules.Option option) {
        return option == CpuRules.Option.FULL_PCPUS_ONLY
                ? "full-pcpus-only"
                : option == CpuRules.Option.ALIGN_BY_SOCKET
                        ? "align-by-socket"
                        : option.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    private PodShape shape() {
        while (true) {
            var drawn = draw();
            long resources = drawn.all()
                    .flatMap(c -> c.limits().names().stream())
                    .filter(n -> !n.equals("ephemeral-storage"))
                    .distinct()
                    .count();
            if (single()
                    || policy == AlignmentPolicy.NONE
                    || Math.pow((1 << zones) - 1, resources) <= MOST_COMBINATIONS) {
                return drawn;
            }
        }
    }

    private PodShape draw() {
        int kind = random.nextInt(100);
        var apps = new ArrayList<ContainerShape>();
        var inits = new ArrayList<ContainerShape>();
        for (int i = chance(60) ? 1 : between(2, 3); i > 0; i--) {
            apps.add(container("app-" + i, false, kind));
        }
        for (int i = chance(65) ? 0 : between(1, 2); i > 0; i--) {
            inits.add(container("init-" + i, chance(40), kind));
        }
        var overhead = chance(10) ? amounts(Map.of("cpu", 250L, "memory", 64 * MI)) : Resources.NONE;
        Optional<ContainerShape> podLevel = chance(4)
                ? Optional.of(ContainerShape.exact(
                        "", amounts(Map.of("cpu", between(1, 6) * 1000L, "memory", between(1, 8) * 128 * MI))))
                : Optional.empty();
        return PodShape.of(inits, apps, overhead, podLevel);
    }

    private ContainerShape container(String name, boolean sidecar, int kind) {
        var limits = new TreeMap<String, Long>();
        var requests = new TreeMap<String, Long>();
        if (kind < 94) {
            limits.put("cpu", chance(10) ? between(1, 5) * 300L : between(1, Math.max(1, cpusPerZone * 5 / 4)) * 1000L);
            limits.put("memory", chance(25) ? between(1, 12) * memoryPerZone / 8 : between(1, 8) * memoryPerZone / 32);
        }
        if (hugepages && kind < 94 && chance(35)) {
            limits.put("hugepages-2Mi", between(0, 4) * 32 * MI);
        }
        for (String device : DEVICES) {
            if (chance(25)) {
                limits.put(device, (long) between(chance(20) ? 0 : 1, 3));
            }
        }
        if (chance(6)) {
            limits.put(FLOATING, (long) between(1, 2));
        }
        if (chance(3)) {
            limits.put("example.com/elsewhere", 1L);
        }
        if (chance(4)) {
            limits.put("ephemeral-storage", between(1, 5) * 30L << 30);
        }
        requests.putAll(limits);
        if (kind >= 78 && kind < 94) {
            requests.computeIfPresent("cpu", (n, a) -> a / 2);
            if (chance(30)) {
                limits.remove("cpu");
            }
        }
        return new ContainerShape(name, sidecar, amounts(requests), amounts(limits));
    }

    private static Resources amounts(Map<String, Long> amounts) {
        return new Resources(amounts);
    }

    static ObjectNode json(PodShape shape) {
        var spec = JSON.createObjectNode();
        var inits = spec.putArray("initContainers");
        shape.initContainers().forEach(c -> {
            var init = json(c);
            if (c.sidecar()) {
                init.put("restartPolicy", "Always");
            }
            inits.add(init);
        });
        var apps = spec.putArray("containers");
        shape.containers().forEach(c -> apps.add(json(c)));
        if (!shape.overhead().equals(Resources.NONE)) {
            spec.set("overhead", json(shape.overhead()));
        }
        shape.podLevel().ifPresent(p -> spec.set("resources", json(p).get("resources")));
        return spec;
    }

    private static ObjectNode json(ContainerShape c) {
        var container = JSON.createObjectNode().put("name", c.name());
        var resources = container.putObject("resources");
        resources.set("requests", json(c.requests()));
        resources.set("limits", json(c.limits()));
        return container;
    }

    private static ObjectNode json(Resources amounts) {
        var list = JSON.createObjectNode();
        amounts.amounts().forEach((name, amount) -> list.put(name, name.equals("cpu") ? amount + "m" : amount + ""));
        return list;
    }
}
