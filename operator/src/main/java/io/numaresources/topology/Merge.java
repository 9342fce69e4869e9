package io.numaresources.topology;

import java.util.List;

/**
 * The topology manager's merge of hints into one set of zones (cm/topologymanager/policy.go). It walks every combination of
 * hints; here the same best one is found without the walk.
 */
final class Merge {
    /** No zones in particular. */
    static final long NIL = -1;

    /**
     * The best set.
     *
     * @param zones mask of zone positions, or {@link #NIL}
     * @param preferred whether it is what every manager prefers
     */
    record Best(long zones, boolean preferred) {}

    private final int all;
    private final long[][] distances;
    private final boolean closest;

    /** For so many zones; with {@code closest}, sets of the same width are compared by the distances within them. */
    Merge(int zones, long[][] distances, boolean closest) {
        this.all = (1 << zones) - 1;
        this.distances = distances;
        this.closest = closest;
    }

    /** Under single-numa-node, each mask being the single zones that one resource fits in; {@link #NIL} for no preference. */
    static Best single(int zones, long[] singles) {
        long common = NIL;
        for (long mask : singles) {
            common &= mask;
        }
        if (common == NIL) {
            return new Best(NIL, true);
        }
        return common == 0 ? new Best(NIL, false) : new Best(zones == 1 ? NIL : Long.lowestOneBit(common), true);
    }

    /** Under restricted and best-effort. */
    Best best(List<Hints> hints) {
        var sets = hints.stream().filter(Hints::hasSets).toList();
        boolean impossible = hints.contains(Hints.NONE);
        if (sets.isEmpty()) {
            return new Best(all, !impossible);
        }
        if (!impossible) {
            int preferred = commonPreferred(sets);
            if (preferred != 0) {
                return new Best(preferred, true);
            }
        }
        return new Best(widestCommon(sets), false);
    }

    /** Preferred needs equal sets, preferred by all. */
    private int commonPreferred(List<Hints> sets) {
        int best = 0;
        for (int mask = 1; mask <= all; mask++) {
            if (best == 0 || fitter(mask, best)) {
                int candidate = mask;
                if (sets.stream().allMatch(h -> h.preferred[candidate])) {
                    best = mask;
                }
            }
        }
        return best;
    }

    /** Among the intersections of possible sets: as wide as the manager that needs most zones asks, or as near to it as can be. */
    private int widestCommon(List<Hints> sets) {
        int wanted = sets.stream().mapToInt(Hints::narrowest).max().orElseThrow();
        var reachable = intersections(sets);
        int best = 0;
        for (int mask = 1; mask <= all; mask++) {
            if (reachable[mask] && (best == 0 || better(mask, best, wanted))) {
                best = mask;
            }
        }
        return best == 0 ? all : best;
    }

    private boolean better(int candidate, int current, int wanted) {
        int rankCandidate = rank(Integer.bitCount(candidate), wanted);
        int rankCurrent = rank(Integer.bitCount(current), wanted);
        return rankCandidate == rankCurrent ? fitter(candidate, current) : rankCandidate < rankCurrent;
    }

    /** The wanted width first, then narrower ones from wide to narrow, then wider ones. */
    private static int rank(int width, int wanted) {
        return width <= wanted ? wanted - width : width;
    }

    private boolean fitter(int candidate, int current) {
        int width = Integer.bitCount(candidate) - Integer.bitCount(current);
        if (width != 0) {
            return width < 0;
        }
        if (closest) {
            long distance = distance(candidate) - distance(current);
            if (distance != 0) {
                return distance < 0;
            }
        }
        return candidate < current;
    }

    private long distance(int mask) {
        long sum = 0;
        for (int a = mask; a != 0; a &= a - 1) {
            for (int b = mask; b != 0; b &= b - 1) {
                sum += distances[Integer.numberOfTrailingZeros(a)][Integer.numberOfTrailingZeros(b)];
            }
        }
        return sum;
    }

    /** Which sets are an intersection of one possible set of each resource: counts over supersets turn "and" into a product. */
    private boolean[] intersections(List<Hints> sets) {
        boolean[] reachable = sets.getFirst().possible;
        for (Hints next : sets.subList(1, sets.size())) {
            long[] left = supersets(reachable);
            long[] right = supersets(next.possible);
            for (int mask = 0; mask <= all; mask++) {
                left[mask] *= right[mask];
            }
            for (int bit = 1; bit <= all; bit <<= 1) {
                for (int mask = 0; mask <= all; mask++) {
                    if ((mask & bit) == 0) {
                        left[mask] -= left[mask | bit];
                    }
                }
            }
            reachable = new boolean[all + 1];
            for (int mask = 0; mask <= all; mask++) {
                reachable[mask] = left[mask] != 0;
            }
        }
        return reachable;
    }

    private long[] supersets(boolean[] sets) {
        var counts = new long[all + 1];
        for (int mask = 0; mask <= all; mask++) {
            counts[mask] = sets[mask] ? 1 : 0;
        }
        for (int bit = 1; bit <= all; bit <<= 1) {
            for (int mask = 0; mask <= all; mask++) {
                if ((mask & bit) == 0) {
                    counts[mask] += counts[mask | bit];
                }
            }
        }
        return counts;
    }
}
