package io.numaresources.node;

import io.numaresources.kubelet.ConfigurationReader;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.PolicyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a kubelet says of its state files when it starts (cm/cpumanager/policy_static.go and cm/memorymanager/policy_static.go, validateState, with
 * state/state_checkpoint.go). Written a second time, from the texts of its refusals, so that the traps are real ones.
 */
final class StartingKubelet {
    private final Host host;
    private final KubeletInspection kubelet;
    private final OwnedConfiguration configuration;

    StartingKubelet(Host host) {
        this.host = host;
        kubelet = new KubeletReader(host).read();
        configuration = ConfigurationReader.read(ConfigurationFiles.effective(host, kubelet));
    }

    /** Why it doesn't start; empty: it does. */
    List<String> refusals() {
        var refusals = new ArrayList<String>();
        state("cpu_manager_state").ifPresent(state -> cpu(state, refusals));
        state("memory_manager_state").ifPresent(state -> memory(state, refusals));
        return refusals;
    }

    private Optional<Map<String, Object>> state(String file) {
        return host.text(kubelet.rootDirectory() + "/" + file).flatMap(KubeletReader::parse);
    }

    private void cpu(Map<String, Object> state, List<String> refusals) {
        String policy = configuration.cpu().policy().value();
        if (!policy.equals(state.get("policyName"))) {
            refusals.add("configured policy \"%s\" differs from state checkpoint policy".formatted(policy));
            return;
        }
        if (!policy.equals("static")) {
            return;
        }
        var shared = CpuSet.parse(String.valueOf(state.getOrDefault("defaultCpuSet", "")));
        var assigned = assigned(state);
        var reserved = configuration.cpu().reservedSystemCpus();
        var online = new HardwareReader(host).read().machine().cpus();
        boolean strict = configuration.cpu().has(PolicyOption.STRICT_RESERVATION);
        if (shared.isEmpty()) {
            refusals.add("default cpuset cannot be empty");
        } else if (strict && !shared.intersect(reserved).isEmpty()) {
            refusals.add("some of strictly reserved cpus are present in defaultCpuSet");
        } else if (!strict && !shared.containsAll(reserved)) {
            refusals.add("not all reserved cpus are present in defaultCpuSet");
        }
        if (!assigned.intersect(shared).isEmpty()) {
            refusals.add("overlaps with default cpuset");
        }
        if (!assigned.plus(shared).equals(strict ? online.minus(reserved) : online)) {
            refusals.add("current set of available CPUs doesn't match with CPUs in state");
        }
    }

    private static CpuSet assigned(Map<String, Object> state) {
        var sets = new ArrayList<CpuSet>();
        map(state.get("entries"))
                .values()
                .forEach(pod -> map(pod).values().forEach(set -> sets.add(CpuSet.parse(String.valueOf(set)))));
        return CpuSet.union(sets);
    }

    private void memory(Map<String, Object> state, List<String> refusals) {
        String policy = configuration.memory().policy().value();
        if (!policy.equals(state.get("policyName"))) {
            refusals.add(
                    "[memorymanager] configured policy \"%s\" differs from state checkpoint policy".formatted(policy));
            return;
        }
        if (!policy.equals("Static")) {
            return;
        }
        var expected = new TreeMap<String, List<Long>>();
        for (var zone : new HardwareReader(host).read().machine().zones()) {
            var limits = configuration.memory().reserved().getOrDefault(zone.id(), new TreeMap<>());
            long reserved = limits.containsKey("memory") ? limits.get("memory").bytes() : 0;
            expected.put(String.valueOf(zone.id()), List.of(zone.plainMemory(), reserved, used(state, zone.id())));
        }
        var stored = new TreeMap<String, List<Long>>();
        map(state.get("machineState")).forEach((zone, entry) -> {
            var memory = map(map(map(entry).get("memoryMap")).get("memory"));
            stored.put(
                    zone,
                    List.of(number(memory, "total"), number(memory, "systemReserved"), number(memory, "reserved")));
        });
        if (!expected.equals(stored)) {
            refusals.add("[memorymanager] the expected machine state is different from the real one");
        }
    }

    /** Bytes that the entries of the file have on a zone. */
    private static long used(Map<String, Object> state, int zone) {
        return map(state.get("entries")).values().stream()
                .flatMap(pod -> map(pod).values().stream())
                .flatMap(blocks -> ((List<?>) blocks).stream())
                .map(StartingKubelet::map)
                .filter(block -> List.of(zone).equals(block.get("numaAffinity")))
                .mapToLong(block -> number(block, "size"))
                .sum();
    }

    private static long number(Map<String, Object> map, String key) {
        return ((Number) map.getOrDefault(key, 0)).longValue();
    }

    private static Map<String, Object> map(@org.jspecify.annotations.Nullable Object value) {
        var map = new TreeMap<String, Object>();
        if (value instanceof Map<?, ?> entries) {
            entries.forEach((key, entry) -> map.put(String.valueOf(key), entry));
        }
        return map;
    }
}
