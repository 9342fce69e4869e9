package io.numaresources.kubelet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The fields of a KubeletConfiguration that this operator owns, and no others: what one node is to run.
 *
 * @param cpu CPU manager
 * @param memory memory manager
 * @param topology topology manager
 * @param reserved what is kept back for the system
 * @param featureGates gates to set; only CPUManagerPolicyAlphaOptions is ever needed
 */
public record OwnedConfiguration(
        Cpu cpu, Memory memory, Topology topology, Reserved reserved, SortedMap<String, Boolean> featureGates) {
    public OwnedConfiguration {
        featureGates = sorted(featureGates);
    }

    /**
     * CPU manager.
     *
     * @param policy cpuManagerPolicy
     * @param options cpuManagerPolicyOptions; the kubelet wants texts, also for booleans
     * @param reconcilePeriod cpuManagerReconcilePeriod
     * @param reservedSystemCpus reservedSystemCPUs; empty: the kubelet picks CPUs for the reserved amount
     */
    public record Cpu(
            CpuManagerPolicy policy,
            SortedMap<String, String> options,
            Duration reconcilePeriod,
            CpuSet reservedSystemCpus) {
        public Cpu {
            options = sorted(options);
        }

        /** Whether an option is there and true. */
        public boolean has(PolicyOption option) {
            return GoText.bool(options.getOrDefault(option.key(), "false")).orElse(false);
        }
    }

    /**
     * Memory manager.
     *
     * @param policy memoryManagerPolicy
     * @param reserved reservedMemory: bytes by resource by NUMA node
     */
    public record Memory(MemoryManagerPolicy policy, SortedMap<Integer, SortedMap<String, Quantity>> reserved) {
        public Memory {
            var copy = new TreeMap<Integer, SortedMap<String, Quantity>>();
            reserved.forEach((zone, limits) -> copy.put(zone, sorted(limits)));
            reserved = Collections.unmodifiableSortedMap(copy);
        }

        /** Memory kept back on all NUMA nodes together. */
        public Quantity total() {
            return reserved.values().stream()
                    .map(limits -> limits.getOrDefault("memory", Quantity.ZERO))
                    .reduce(Quantity.ZERO, Quantity::plus);
        }
    }

    /**
     * Topology manager.
     *
     * @param policy topologyManagerPolicy
     * @param scope topologyManagerScope
     * @param options topologyManagerPolicyOptions, as texts
     */
    public record Topology(
            TopologyManagerPolicy policy, TopologyManagerScope scope, SortedMap<String, String> options) {
        public Topology {
            options = sorted(options);
        }

        /** Whether an option is there and true. */
        public boolean has(PolicyOption option) {
            return GoText.bool(options.getOrDefault(option.key(), "false")).orElse(false);
        }
    }

    /**
     * What is kept back for the system. The kubelet replaces both amounts of cpu by the size of reservedSystemCPUs, where that is set.
     *
     * @param kube kubeReserved, of which cpu and memory are owned
     * @param system systemReserved, of which cpu and memory are owned
     * @param evictionHard hard eviction thresholds by signal, of which memory.available counts for reservedMemory
     */
    public record Reserved(
            SortedMap<String, Quantity> kube,
            SortedMap<String, Quantity> system,
            SortedMap<String, String> evictionHard) {
        public Reserved {
            kube = sorted(kube);
            system = sorted(system);
            evictionHard = sorted(evictionHard);
        }

        /** kubeReserved and systemReserved together. */
        public Quantity both(String resource) {
            return kube.getOrDefault(resource, Quantity.ZERO).plus(system.getOrDefault(resource, Quantity.ZERO));
        }
    }

    /** The owned fields in the form of the kubelet's own JSON, in a fixed order. */
    public Map<String, Object> toMap() {
        var map = new LinkedHashMap<String, Object>();
        map.put("cpuManagerPolicy", cpu.policy().value());
        map.put("cpuManagerPolicyOptions", cpu.options());
        map.put("cpuManagerReconcilePeriod", GoText.of(cpu.reconcilePeriod()));
        map.put("reservedSystemCPUs", cpu.reservedSystemCpus().toString());
        map.put("memoryManagerPolicy", memory.policy().value());
        var zones = new ArrayList<Map<String, Object>>();
        memory.reserved().forEach((zone, limits) -> {
            var entry = new LinkedHashMap<String, Object>();
            entry.put("numaNode", zone);
            entry.put("limits", texts(limits));
            zones.add(entry);
        });
        map.put("reservedMemory", zones);
        map.put("topologyManagerPolicy", topology.policy().value());
        map.put("topologyManagerScope", topology.scope().value());
        map.put("topologyManagerPolicyOptions", topology.options());
        map.put("kubeReserved", texts(reserved.kube()));
        map.put("systemReserved", texts(reserved.system()));
        map.put("evictionHard", reserved.evictionHard());
        map.put("featureGates", featureGates);
        return map;
    }

    /** Hash over what the configuration means: equal for two ways to write the same. */
    public String hash() {
        return NormalForm.of(this).hash();
    }

    private static SortedMap<String, String> texts(SortedMap<String, Quantity> quantities) {
        var texts = new TreeMap<String, String>();
        quantities.forEach((resource, quantity) -> texts.put(resource, quantity.toString()));
        return texts;
    }

    private static <V> SortedMap<String, V> sorted(Map<String, V> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }
}
