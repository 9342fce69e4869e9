package io.numaresources.topology;

/**
 * What a resource manager tells the topology manager about one resource: for each set of zones whether it is possible, and
 * whether it is preferred. Sets are masks of zone positions.
 */
final class Hints {
    /** No preference: any zones will do. */
    static final Hints ANY = new Hints(new boolean[0], new boolean[0]);
    /** No zones will do. */
    static final Hints NONE = new Hints(new boolean[0], new boolean[0]);
    /** Most zones whose combinations are searched. */
    static final int SEARCHABLE = 16;

    final boolean[] possible;
    final boolean[] preferred;

    private Hints(boolean[] possible, boolean[] preferred) {
        this.possible = possible;
        this.preferred = preferred;
    }

    /** Sets that are possible, of which those of the given width are preferred; {@code empty} when there is none. */
    static Hints of(boolean[] possible, int width, Hints empty) {
        var preferred = new boolean[possible.length];
        boolean any = false;
        for (int mask = 1; mask < possible.length; mask++) {
            if (possible[mask]) {
                any = true;
                preferred[mask] = Integer.bitCount(mask) == width;
            }
        }
        return any ? new Hints(possible, preferred) : empty;
    }

    boolean hasSets() {
        return possible.length > 0;
    }

    /** Zones in the narrowest possible set. */
    int narrowest() {
        int narrowest = Integer.MAX_VALUE;
        for (int mask = 1; mask < possible.length; mask++) {
            if (possible[mask]) {
                narrowest = Math.min(narrowest, Integer.bitCount(mask));
            }
        }
        return narrowest;
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
