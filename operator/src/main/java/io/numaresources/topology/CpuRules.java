package io.numaresources.topology;

import java.util.Set;

/**
 * How the kubelet's CPU manager hands out CPUs.
 *
 * @param exclusive whether the policy is static, so that Guaranteed containers with whole CPUs get CPUs of their own
 * @param options options of the static policy that are on
 * @param threadsPerCore hardware threads of a core, 0 where it isn't known
 * @param strandedThreads free threads whose core also has a reserved thread; with {@link Option#FULL_PCPUS_ONLY} the kubelet
 *     doesn't count them
 */
public record CpuRules(boolean exclusive, Set<Option> options, int threadsPerCore, int strandedThreads) {

    /** Options of the static policy that bear on admission. */
    public enum Option {
        FULL_PCPUS_ONLY,
        ALIGN_BY_SOCKET,
        DISTRIBUTE_CPUS_ACROSS_NUMA,
        DISTRIBUTE_CPUS_ACROSS_CORES,
        PREFER_ALIGN_CPUS_BY_UNCORECACHE
    }

    /** The none policy. */
    public static final CpuRules SHARED = new CpuRules(false, Set.of(), 0, 0);
    /** The static policy without options. */
    public static final CpuRules STATIC = new CpuRules(true, Set.of(), 0, 0);

    public CpuRules {
        options = Set.copyOf(options);
    }

    boolean has(Option option) {
        return options.contains(option);
    }

    /** Whether requests that aren't whole cores are refused. */
    boolean wholeCoresOnly() {
        return exclusive && has(Option.FULL_PCPUS_ONLY);
    }

    /** Whether the number of free CPUs per zone is enough to tell which zones CPUs are taken from: cores are never split. */
    boolean placeableByCount() {
        boolean cores =
                threadsPerCore == 1 || has(Option.FULL_PCPUS_ONLY) && strandedThreads == 0 && threadsPerCore > 0;
        return cores
                && !has(Option.DISTRIBUTE_CPUS_ACROSS_NUMA)
                && !has(Option.DISTRIBUTE_CPUS_ACROSS_CORES)
                && !has(Option.PREFER_ALIGN_CPUS_BY_UNCORECACHE);
    }
}
