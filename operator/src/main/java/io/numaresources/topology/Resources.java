package io.numaresources.topology;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/**
 * Amounts by resource name: {@code cpu} in milli-CPUs, memory, hugepages and storage in bytes, anything else as a count.
 *
 * @param amounts sorted by name; a name with amount 0 differs from a missing one
 */
public record Resources(Map<String, Long> amounts) {
    /** Name of CPUs. */
    public static final String CPU = "cpu";
    /** Name of memory other than hugepages. */
    public static final String MEMORY = "memory";
    /** Nothing. */
    public static final Resources NONE = new Resources(Map.of());

    private static final String HUGEPAGES = "hugepages-";
    private static final String EPHEMERAL_STORAGE = "ephemeral-storage";
    private static final String STORAGE = "storage";

    public Resources {
        amounts = Collections.unmodifiableMap(new TreeMap<>(amounts));
    }

    /** Amount, 0 where the name is missing. */
    public long get(String name) {
        Long amount = amounts.get(name);
        return amount == null ? 0 : amount;
    }

    public boolean has(String name) {
        return amounts.containsKey(name);
    }

    public Set<String> names() {
        return amounts.keySet();
    }

    /** The same with one amount replaced. */
    public Resources with(String name, long amount) {
        var changed = new TreeMap<>(amounts);
        changed.put(name, amount);
        return new Resources(changed);
    }

    public Resources plus(Resources other) {
        return merged(other, Long::sum);
    }

    /** This without what is in {@code other}, never below 0; names that only {@code other} has are left out. */
    public Resources minus(Resources other) {
        var left = new TreeMap<>(amounts);
        left.replaceAll((name, amount) -> Math.max(0, amount - other.get(name)));
        return new Resources(left);
    }

    /** The larger amount of each name. */
    public Resources max(Resources other) {
        return merged(other, Math::max);
    }

    private Resources merged(Resources other, LongBinaryOperator how) {
        if (other.amounts.isEmpty()) {
            return this;
        }
        var merged = new TreeMap<>(amounts);
        other.amounts.forEach((name, amount) -> merged.merge(name, amount, how::applyAsLong));
        return new Resources(merged);
    }

    /** Whether the memory manager deals with it: memory or hugepages. */
    public static boolean isMemory(String name) {
        return MEMORY.equals(name) || name.startsWith(HUGEPAGES);
    }

    /** Whether the kubelet's managers pin it for Guaranteed pods only: CPU, memory, hugepages. */
    public static boolean isShareable(String name) {
        return CPU.equals(name) || isMemory(name);
    }

    /** Whether Kubernetes itself defines it (apis/core/v1/helper IsNativeResource); anything else is an extended resource. */
    public static boolean isNative(String name) {
        return name.indexOf('/') < 0 || name.contains("kubernetes.io/");
    }

    /** Whether the plugin lets it be without a zone (noderesourcetopology isHostLevelResource). */
    static boolean isHostLevel(String name) {
        return EPHEMERAL_STORAGE.equals(name) || STORAGE.equals(name) || !isNative(name);
    }
}
