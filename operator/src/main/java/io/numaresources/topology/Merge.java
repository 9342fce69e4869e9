package io.numaresources.topology;

import java.util.ArrayList;
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

    private final int zones;
    private final int all;
    private final long[][] distances;
    private final boolean closest;

    /** For so many zones; with {@code closest}, sets of the same width are compared by the distances within them. */
    Merge(int zones, long[][] distances, boolean closest) {
        this.zones = zones;
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
        var sets = new ArrayList<Hints>(hints.size());
        boolean impossible = false;
        for (Hints one : hints) {
            impossible |= one == Hints.NONE;
            if (one.hasSets()) {
                sets.add(one);
            }
        }
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
        var common = sets.getFirst().preferred.copy();
        for (Hints hints : sets) {
            common.keep(hints.preferred);
        }
        return nearest(common, 1);
    }

    /** Among the intersections of possible sets: as wide as the manager that needs most zones asks, or as near to it as can be. */
    private int widestCommon(List<Hints> sets) {
        int wanted = 0;
        for (Hints hints : sets) {
            wanted = Math.max(wanted, hints.narrowest);
        }
        int best = sets.size() == 1 ? nearest(sets.getFirst().possible, wanted) : nearestIntersection(sets, wanted);
        return best == 0 ? all : best;
    }

    /**
     * An intersection is within a possible set of each resource, and such a set is an intersection if it is possible for some resource itself. Where both
     * lead to the same best one, which is the rule, the others need not be known.
     */
    private int nearestIntersection(List<Hints> sets, int wanted) {
        var within = sets.getFirst().possible.copy();
        var some = within.copy();
        within.addSubsets();
        for (int i = 1; i < sets.size(); i++) {
            if (sets.get(i) != sets.get(i - 1)) {
                var next = sets.get(i).possible.copy();
                some.add(next);
                next.addSubsets();
                within.keep(next);
            }
        }
        some.keep(within);
        int best = nearest(within, wanted);
        return best == nearest(some, wanted) ? best : nearest(intersections(sets), wanted);
    }

    /** The best of the wanted width, otherwise of narrower ones from wide to narrow, then of wider ones; 0 when there are no sets. */
    private int nearest(ZoneSets sets, int wanted) {
        for (int width = wanted; width > 0; width--) {
            int found = fittest(sets, width);
            if (found != 0) {
                return found;
            }
        }
        for (int width = wanted + 1; width <= zones; width++) {
            int found = fittest(sets, width);
            if (found != 0) {
                return found;
            }
        }
        return 0;
    }

    /** The first one of the width, with {@link #closest} the first one of the smallest distance. */
    private int fittest(ZoneSets sets, int width) {
        int best = sets.next(width, 1);
        if (closest && best != 0) {
            for (int mask = sets.next(width, best + 1); mask != 0; mask = sets.next(width, mask + 1)) {
                best = distance(mask) < distance(best) ? mask : best;
            }
        }
        return best;
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
    private ZoneSets intersections(List<Hints> sets) {
        var reachable = sets.getFirst().possible;
        var choices = supersets(reachable);
        int bits = zones;
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
        return exactly(choices);
    }

    private ZoneSets exactly(long[] choices) {
        for (int bit = 1; bit <= all; bit <<= 1) {
            for (int block = 0; block <= all; block += 2 * bit) {
                for (int mask = block; mask < block + bit; mask++) {
                    choices[mask] -= choices[mask + bit];
                }
            }
        }
        var some = ZoneSets.none(zones);
        for (int mask = 1; mask <= all; mask++) {
            if (choices[mask] != 0) {
                some.add(mask);
            }
        }
        return some;
    }

    private long[] supersets(ZoneSets sets) {
        var counts = new long[all + 1];
        for (int mask = 0; mask <= all; mask++) {
            counts[mask] = sets.has(mask) ? 1 : 0;
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
