package io.numaresources.topology;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Amounts by resource name: {@code cpu} in milli-CPUs, memory, hugepages and storage in bytes, anything else as a count. A name
 * with amount 0 differs from a missing one. Immutable; a few arrays, since a cluster has very many of these.
 */
public final class Resources {
    /** Name of CPUs. */
    public static final String CPU = "cpu";
    /** Name of memory other than hugepages. */
    public static final String MEMORY = "memory";
    /** Nothing. */
    public static final Resources NONE = new Resources(Map.of());

    private static final String HUGEPAGES = "hugepages-";
    private static final String EPHEMERAL_STORAGE = "ephemeral-storage";
    private static final String STORAGE = "storage";

    /** Sorted. */
    private final String[] names;

    private final long[] amounts;

    public Resources(Map<String, Long> amounts) {
        this.names = amounts.keySet().stream().sorted().toArray(String[]::new);
        this.amounts = Arrays.stream(names).mapToLong(amounts::get).toArray();
    }

    /** Amounts by name, sorted. */
    public Map<String, Long> amounts() {
        var map = new TreeMap<String, Long>();
        for (int i = 0; i < names.length; i++) {
            map.put(names[i], amounts[i]);
        }
        return map;
    }

    /** Amount, 0 where the name is missing. */
    public long get(String name) {
        int i = find(name);
        return i < 0 ? 0 : amounts[i];
    }

    public boolean has(String name) {
        return find(name) >= 0;
    }

    /** Names in order. */
    public List<String> names() {
        return List.of(names);
    }

    public boolean isEmpty() {
        return names.length == 0;
    }

    /** Names in order, not to be changed. */
    String[] nameArray() {
        return names;
    }

    int size() {
        return names.length;
    }

    String name(int i) {
        return names[i];
    }

    long amount(int i) {
        return amounts[i];
    }

    /** There are few names, so that looking at each is faster than anything clever; most are the very same object, since they were interned. */
    private int find(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i] == name) {
                return i;
            }
        }
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The same with one amount replaced. */
    public Resources with(String name, long amount) {
        var changed = amounts();
        changed.put(name, amount);
        return new Resources(changed);
    }

    public Resources plus(Resources other) {
        return merged(other, Long::sum);
    }

    /** This without what is in {@code other}, never below 0; names that only {@code other} has are left out. */
    public Resources minus(Resources other) {
        var left = amounts();
        left.replaceAll((name, amount) -> Math.max(0, amount - other.get(name)));
        return new Resources(left);
    }

    /** The larger amount of each name. */
    public Resources max(Resources other) {
        return merged(other, Math::max);
    }

    private Resources merged(Resources other, LongBinaryOperator how) {
        if (other.isEmpty() || isEmpty()) {
            return isEmpty() ? other : this;
        }
        var merged = amounts();
        other.amounts().forEach((name, amount) -> merged.merge(name, amount, how::applyAsLong));
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

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || other instanceof Resources r && Arrays.equals(names, r.names) && Arrays.equals(amounts, r.amounts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(amounts);
    }

    @Override
    public String toString() {
        return amounts().toString();
    }
}
