package io.numaresources.topology;

/**
 * What a resource manager tells the topology manager about one resource: for each set of zones whether it is possible, and
 * whether it is preferred. Sets are masks of zone positions.
 */
final class Hints {
    /** No preference: any zones will do. */
    static final Hints ANY = new Hints(new boolean[0], new boolean[0], 0);
    /** No zones will do. */
    static final Hints NONE = new Hints(new boolean[0], new boolean[0], 0);
    /** Most zones whose combinations are searched. */
    static final int SEARCHABLE = 16;

    final boolean[] possible;
    final boolean[] preferred;
    /** Zones in the narrowest possible set. */
    final int narrowest;

    private Hints(boolean[] possible, boolean[] preferred, int narrowest) {
        this.possible = possible;
        this.preferred = preferred;
        this.narrowest = narrowest;
    }

    /** Sets that are possible, of which those of the given width are preferred; {@code empty} when there is none. */
    static Hints of(boolean[] possible, int width, Hints empty) {
        var preferred = new boolean[possible.length];
        int narrowest = Integer.MAX_VALUE;
        for (int mask = 1; mask < possible.length; mask++) {
            if (possible[mask]) {
                int wide = Integer.bitCount(mask);
                narrowest = Math.min(narrowest, wide);
                preferred[mask] = wide == width;
            }
        }
        return narrowest < Integer.MAX_VALUE ? new Hints(possible, preferred, narrowest) : empty;
    }

    boolean hasSets() {
        return possible.length > 0;
    }

    /** For every set of zones the sum over its zones. */
    static long[] sums(long[] perZone) {
        var sums = new long[1 << perZone.length];
        for (int mask = 1; mask < sums.length; mask++) {
            sums[mask] = sums[mask & mask - 1] + perZone[Integer.numberOfTrailingZeros(mask)];
        }
        return sums;
    }

    /** Fewest zones whose amounts reach the request; {@code zones} when all together don't. */
    static int width(long[] perZone, long request, int zones) {
        var sorted = perZone.clone();
        java.util.Arrays.sort(sorted);
        long sum = 0;
        for (int n = 1; n <= sorted.length; n++) {
            sum += sorted[sorted.length - n];
            if (sum >= request) {
                return Math.min(n, zones);
            }
        }
        return zones;
    }
}
