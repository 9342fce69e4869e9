package io.numaresources.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Nodes and pods from text: {@code cpu=3/4 memory=7Gi/8Gi gpu=1} is a zone with 3 of 4 CPUs, 7 of 8 GiB and one GPU free. */
final class Nodes {
    private static final Map<String, Long> UNITS = Map.of("Ki", 1L << 10, "Mi", 1L << 20, "Gi", 1L << 30);

    private Nodes() {}

    /** A node of zones 0, 1, … with policy and scope as in {@code single-numa-node/pod}, static CPU and Static memory manager. */
    static NumaNode node(String rules, String... zones) {
        var parts = rules.split("/");
        var list = new ArrayList<Zone>();
        for (String zone : zones) {
            list.add(zone(list.size(), zone));
        }
        var kubelet = KubeletRules.published(
                AlignmentPolicy.of(parts[0]).orElseThrow(),
                AlignmentScope.of(parts[1]).orElseThrow());
        return NumaNode.published("node", kubelet, list);
    }

    private static Zone zone(int id, String text) {
        var allocatable = new TreeMap<String, Long>();
        var available = new TreeMap<String, Long>();
        parse(text).forEach((name, value) -> {
            var parts = value.split("/");
            available.put(name, amount(name, parts[0]));
            allocatable.put(name, amount(name, parts[parts.length - 1]));
        });
        var all = new Resources(allocatable);
        return new Zone(id, all, all, new Resources(available), Map.of(), OptionalInt.of(id));
    }

    /** A container whose limits are its requests. */
    static ContainerShape container(String name, String amounts) {
        return ContainerShape.exact(name, resources(amounts));
    }

    static ContainerShape sidecar(String name, String amounts) {
        return new ContainerShape(name, true, resources(amounts), resources(amounts));
    }

    /** A pod of one container, {@code app}. */
    static PodShape pod(String amounts) {
        return PodShape.of(container("app", amounts));
    }

    static PodShape pod(List<ContainerShape> inits, ContainerShape... apps) {
        return PodShape.of(inits, List.of(apps), Resources.NONE, Optional.empty());
    }

    static Resources resources(String text) {
        var amounts = new TreeMap<String, Long>();
        parse(text).forEach((name, value) -> amounts.put(name, amount(name, value)));
        return new Resources(amounts);
    }

    static NumaNode withCpus(NumaNode node, CpuRules cpus) {
        var old = node.rules();
        var rules = new KubeletRules(old.policy(), old.scope(), old.closestZones(), cpus, old.pinnedMemory());
        return new NumaNode(
                node.name(), rules, node.zones(), node.allocatable(), node.free(), node.memoryGroups(), node.tenants());
    }

    static NumaNode withTotals(NumaNode node, String allocatable, String free) {
        return new NumaNode(
                node.name(),
                node.rules(),
                node.zones(),
                resources(allocatable),
                resources(free),
                node.memoryGroups(),
                node.tenants());
    }

    static NumaNode withGroups(NumaNode node, Map<Integer, Long> groups) {
        return new NumaNode(
                node.name(),
                node.rules(),
                node.zones(),
                node.allocatable(),
                node.free(),
                Optional.of(groups),
                node.tenants());
    }

    static NumaNode withTenants(NumaNode node, Tenant... tenants) {
        return new NumaNode(
                node.name(),
                node.rules(),
                node.zones(),
                node.allocatable(),
                node.free(),
                node.memoryGroups(),
                List.of(tenants));
    }

    static NumaNode named(String name, NumaNode node) {
        return new NumaNode(
                name, node.rules(), node.zones(), node.allocatable(), node.free(), node.memoryGroups(), node.tenants());
    }

    /** A pod that holds and requests the same amounts in one zone. */
    static Tenant tenant(String name, int zone, String amounts) {
        return new Tenant(name, Map.of(zone, resources(amounts)), resources(amounts));
    }

    private static Map<String, String> parse(String text) {
        var values = new TreeMap<String, String>();
        for (String part : text.isBlank() ? new String[0] : text.trim().split("\\s+")) {
            var pair = part.split("=");
            values.put(pair[0].equals("gpu") || pair[0].equals("nic") ? "example.com/" + pair[0] : pair[0], pair[1]);
        }
        return values;
    }

    private static long amount(String name, String value) {
        if (name.equals("cpu")) {
            return value.endsWith("m")
                    ? Long.parseLong(value.substring(0, value.length() - 1))
                    : Long.parseLong(value) * 1000;
        }
        String unit = value.length() > 2 ? value.substring(value.length() - 2) : "";
        return UNITS.containsKey(unit)
                ? Long.parseLong(value.substring(0, value.length() - 2)) * UNITS.get(unit)
                : Long.parseLong(value);
    }
}
