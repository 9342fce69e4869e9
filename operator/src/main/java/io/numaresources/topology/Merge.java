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
            if (preferredByAll(sets, mask) && (best == 0 || fitter(mask, best))) {
                best = mask;
            }
        }
        return best;
    }

    private static boolean preferredByAll(List<Hints> sets, int mask) {
        for (Hints hints : sets) {
            if (!hints.preferred[mask]) {
                return false;
            }
        }
        return true;
    }

    /** Among the intersections of possible sets: as wide as the manager that needs most zones asks, or as near to it as can be. */
    private int widestCommon(List<Hints> sets) {
        int wanted = 0;
        for (Hints hints : sets) {
            wanted = Math.max(wanted, hints.narrowest);
        }
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

    /**
     * Which sets are an intersection of one possible set of each resource. The numbers of supersets, multiplied over the resources, count the choices whose
     * intersection includes a set; what is left without those of the sets above it counts the choices whose intersection it is.
     */
    private boolean[] intersections(List<Hints> sets) {
        var reachable = sets.getFirst().possible;
        var choices = supersets(reachable);
        int bits = width();
        int used = bits;
        for (int next = 1; next < sets.size(); next++) {
            // a number of choices has so many bits at most; one that overflows could look like none
            if (used + bits >= Long.SIZE) {
                reachable = exactly(choices);
                choices = supersets(reachable);
                used = bits;
            }
            // the resources of the memory manager bring the same hints, one after the other
            var factors = supersets(sets.get(next).possible);
            int same = 1;
            while (next + same < sets.size()
                    && sets.get(next + same) == sets.get(next)
                    && used + (same + 1) * bits < Long.SIZE) {
                same++;
            }
            for (int mask = 0; mask <= all; mask++) {
                long factor = factors[mask];
                for (int times = 0; times < same; times++) {
                    choices[mask] *= factor;
                }
            }
            used += same * bits;
            next += same - 1;
        }
        return sets.size() == 1 ? reachable : exactly(choices);
    }

    private int width() {
        return Integer.bitCount(all);
    }

    private boolean[] exactly(long[] choices) {
        for (int bit = 1; bit <= all; bit <<= 1) {
            for (int block = 0; block <= all; block += 2 * bit) {
                for (int mask = block; mask < block + bit; mask++) {
                    choices[mask] -= choices[mask + bit];
                }
            }
        }
        var some = new boolean[all + 1];
        for (int mask = 0; mask <= all; mask++) {
            some[mask] = choices[mask] != 0;
        }
        return some;
    }

    private long[] supersets(boolean[] sets) {
        var counts = new long[all + 1];
        for (int mask = 0; mask <= all; mask++) {
            counts[mask] = sets[mask] ? 1 : 0;
        }
        for (int bit = 1; bit <= all; bit <<= 1) {
            for (int block = 0; block <= all; block += 2 * bit) {
                for (int mask = block; mask < block + bit; mask++) {
                    counts[mask] += counts[mask + bit];
                }
            }
        }
        return counts;
    }
}
