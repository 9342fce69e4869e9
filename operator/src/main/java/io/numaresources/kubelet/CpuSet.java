package io.numaresources.kubelet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Logical CPUs by number, in the Linux list format ({@code 0-3,8}).
 *
 * @param cpus numbers as the kernel counts them
 */
public record CpuSet(SortedSet<Integer> cpus) {
    /** No CPU. */
    public static final CpuSet EMPTY = new CpuSet(new TreeSet<>());

    private static final Pattern TEXT = Pattern.compile("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*");

    public CpuSet {
        cpus = Collections.unmodifiableSortedSet(new TreeSet<>(cpus));
    }

    /** The CPUs of these numbers. */
    public static CpuSet of(Integer... cpus) {
        return new CpuSet(new TreeSet<>(List.of(cpus)));
    }

    /** All CPUs of these sets. */
    public static CpuSet union(Collection<CpuSet> sets) {
        var all = new TreeSet<Integer>();
        sets.forEach(set -> all.addAll(set.cpus));
        return new CpuSet(all);
    }

    /**
     * Reads {@code 0-3,8}; blank text is the empty set, as in /sys.
     *
     * @throws IllegalArgumentException where the text is no CPU list or a range runs backwards
     */
    public static CpuSet parse(String text) {
        String list = text.strip();
        if (list.isEmpty()) {
            return EMPTY;
        }
        if (!TEXT.matcher(list).matches()) {
            throw new IllegalArgumentException("not a CPU set: '" + list + "', expected something like 0-3,8");
        }
        var cpus = new TreeSet<Integer>();
        for (String part : list.split(",")) {
            int dash = part.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
            int last = Integer.parseInt(part.substring(dash + 1));
            if (last < first) {
                throw new IllegalArgumentException("not a CPU set: '" + list + "', " + part + " runs backwards");
            }
            for (int cpu = first; cpu <= last; cpu++) {
                cpus.add(cpu);
            }
        }
        return new CpuSet(cpus);
    }

    /** How many CPUs. */
    public int size() {
        return cpus.size();
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return cpus.isEmpty();
    }

    /** Whether every CPU of the other set is in this one. */
    public boolean containsAll(CpuSet other) {
        return cpus.containsAll(other.cpus);
    }

    /** CPUs of both. */
    public CpuSet intersect(CpuSet other) {
        var both = new TreeSet<>(cpus);
        both.retainAll(other.cpus);
        return new CpuSet(both);
    }

    /** CPUs of this set that are not in the other. */
    public CpuSet minus(CpuSet other) {
        var rest = new TreeSet<>(cpus);
        rest.removeAll(other.cpus);
        return new CpuSet(rest);
    }

    /** CPUs of either. */
    public CpuSet plus(CpuSet other) {
        return union(List.of(this, other));
    }

    /** The shortest list, ascending. */
    @Override
    public String toString() {
        var parts = new ArrayList<String>();
        int first = -1;
        int last = -1;
        for (int cpu : cpus) {
            if (first >= 0 && cpu == last + 1) {
                last = cpu;
                continue;
            }
            if (first >= 0) {
                parts.add(range(first, last));
            }
            first = cpu;
            last = cpu;
        }
        if (first >= 0) {
            parts.add(range(first, last));
        }
        return String.join(",", parts);
    }

    private static String range(int first, int last) {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }
}
