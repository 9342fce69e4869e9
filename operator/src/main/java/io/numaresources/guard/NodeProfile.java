package io.numaresources.guard;

import io.numaresources.api.v1alpha1.HardwareFacts;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.explain.PublishedTopology;
import io.numaresources.stack.NodeFacts;
import io.numaresources.topology.Amount;
import io.numaresources.topology.Resources;
import io.numaresources.topology.Zone;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A node as it is compared with the others of its group. What isn't known of a node isn't compared.
 *
 * @param node its name
 * @param traits values by trait
 * @param memory bytes of memory of each zone, in the order of the zones; empty where they aren't known. Machines of one model differ by some
 *     megabytes
 */
public record NodeProfile(String node, SortedMap<Trait, String> traits, List<Long> memory) {
    /** Labels of feature discoveries that tell firmware and drivers, by the part after the slash. */
    private static final Pattern LABEL =
            Pattern.compile("(?i).*(microcode|bios|firmware|driver[-_.]?version|cuda\\.driver|gpu\\.product).*");

    private static final int MOST_LABELS = 20;
    private static final String NFD_CPU = "feature.node.kubernetes.io/cpu-";
    private static final String NONE = "none";
    private static final String ON = "enabled";
    private static final String OFF = "disabled";

    /** Reads all there is. */
    public static NodeProfile of(
            NodeFacts node, Optional<PublishedTopology> topology, Optional<NUMANodeStatus> reported) {
        var traits = new TreeMap<Trait, String>();
        software(node, traits);
        labels(node.labels(), traits);
        reported.map(NUMANodeStatus::hardware).ifPresent(hardware -> machine(hardware, traits));
        reported.map(NUMANodeStatus::live).ifPresent(live -> configuration(live, traits));
        var zones = topology.map(PublishedTopology::zones).orElse(List.of()).stream()
                .sorted(Comparator.comparing(Zone::id))
                .toList();
        if (!zones.isEmpty()) {
            zones(zones, traits);
        }
        topology.flatMap(PublishedTopology::rules)
                .ifPresent(rules -> put(
                        traits,
                        Trait.configuration("topology policy"),
                        rules.policy().value() + "/" + rules.scope().value()));
        return new NodeProfile(
                node.name(),
                traits,
                zones.stream()
                        .map(zone -> zone.capacity().get(Resources.MEMORY))
                        .toList());
    }

    private static void software(NodeFacts node, Map<Trait, String> traits) {
        var software = node.state().software();
        put(traits, Trait.version("kernel"), software.kernel());
        put(traits, Trait.version("OS image"), software.osImage());
        put(traits, Trait.version("kubelet"), node.state().kubeletVersion());
        put(traits, Trait.version("container runtime"), software.runtime());
        put(traits, Trait.hardware("architecture"), software.architecture());
    }

    private static void labels(Map<String, String> labels, Map<Trait, String> traits) {
        labels.entrySet().stream()
                .filter(label -> LABEL.matcher(
                                label.getKey().substring(label.getKey().indexOf('/') + 1))
                        .matches())
                .sorted(Map.Entry.comparingByKey())
                .limit(MOST_LABELS)
                .forEach(label -> put(traits, Trait.version("label " + label.getKey()), label.getValue()));
        var model = List.of("model.vendor_id", "model.family", "model.id").stream()
                .map(part -> labels.getOrDefault(NFD_CPU + part, ""))
                .toList();
        if (!model.contains("")) {
            put(traits, Trait.hardware("CPU family and model"), String.join(" ", model));
        }
        if (labels.keySet().stream().anyMatch(label -> label.startsWith(NFD_CPU))) {
            boolean threads = "true".equals(labels.get(NFD_CPU + "hardware_multithreading"));
            put(traits, Trait.hardware("SMT"), threads ? ON : OFF);
        }
    }

    private static void machine(HardwareFacts hardware, Map<Trait, String> traits) {
        put(traits, Trait.hardware("CPU model"), hardware.cpuModel());
        put(traits, Trait.hardware("sockets"), hardware.sockets());
        put(traits, Trait.hardware("isolated CPUs"), hardware.isolatedCPUs());
        if (hardware.cores() != null && hardware.threads() != null) {
            put(traits, Trait.hardware("SMT"), hardware.threads() > hardware.cores() ? ON : OFF);
        }
    }

    /** Without reservedMemory, which follows from the others and from the zones. */
    private static void configuration(KubeletConfiguration live, Map<Trait, String> traits) {
        put(traits, Trait.configuration("cpuManagerPolicy"), live.cpuManagerPolicy());
        put(traits, Trait.configuration("cpuManagerPolicyOptions"), sorted(live.cpuManagerPolicyOptions()));
        put(traits, Trait.configuration("reservedSystemCPUs"), live.reservedSystemCPUs());
        put(traits, Trait.configuration("memoryManagerPolicy"), live.memoryManagerPolicy());
        put(traits, Trait.configuration("topologyManagerPolicyOptions"), sorted(live.topologyManagerPolicyOptions()));
        put(traits, Trait.configuration("kubeReserved"), sorted(live.kubeReserved()));
        put(traits, Trait.configuration("systemReserved"), sorted(live.systemReserved()));
        put(traits, Trait.configuration("evictionHard"), sorted(live.evictionHard()));
    }

    private static void zones(List<Zone> zones, Map<Trait, String> traits) {
        put(
                traits,
                Trait.hardware("CPUs by zone"),
                byZone(zones, zone -> Amount.text(Resources.CPU, zone.capacity().get(Resources.CPU))));
        put(
                traits,
                Trait.hardware("hugepages by zone"),
                byZone(zones, zone -> amounts(zone, name -> name.startsWith("hugepages-"))));
        put(
                traits,
                Trait.hardware("devices by zone"),
                byZone(zones, zone -> amounts(zone, name -> !Resources.isShareable(name))));
        if (zones.stream().noneMatch(zone -> zone.costs().isEmpty())) {
            put(
                    traits,
                    Trait.hardware("distances"),
                    byZone(
                            zones,
                            zone -> zone.costs().entrySet().stream()
                                    .sorted(Map.Entry.comparingByKey())
                                    .map(cost -> String.valueOf(cost.getValue()))
                                    .collect(Collectors.joining(" "))));
        }
    }

    /** Zones that are alike are written once: {@code 0-3: 16 CPUs}. */
    private static String byZone(List<Zone> zones, Function<Zone, String> text) {
        var parts = new java.util.ArrayList<String>();
        for (int from = 0; from < zones.size(); ) {
            var value = text.apply(zones.get(from));
            int to = from;
            while (to + 1 < zones.size() && text.apply(zones.get(to + 1)).equals(value)) {
                to++;
            }
            parts.add("%s: %s"
                    .formatted(
                            from == to
                                    ? String.valueOf(zones.get(from).id())
                                    : zones.get(from).id() + "-" + zones.get(to).id(),
                            value));
            from = to + 1;
        }
        return String.join(", ", parts);
    }

    private static String amounts(Zone zone, java.util.function.Predicate<String> which) {
        var text = zone.capacity().amounts().entrySet().stream()
                .filter(amount -> which.test(amount.getKey()) && amount.getValue() > 0)
                .map(amount -> Amount.text(amount.getKey(), amount.getValue()))
                .collect(Collectors.joining(" and "));
        return text.isEmpty() ? NONE : text;
    }

    private static String sorted(Map<String, String> map) {
        return map.isEmpty() ? NONE : new TreeMap<>(map).toString();
    }

    private static void put(Map<Trait, String> traits, Trait trait, @Nullable Object value) {
        if (value != null && !value.toString().isEmpty()) {
            // thousands of nodes have the same few
            traits.put(trait, value.toString().intern());
        }
    }
}
