package io.numaresources.topology;

/**
 * Some of the sets that zones can form, without the empty one. A set is the mask of its zones' positions, and has the bit of that number: what concerns
 * all sets is done for 64 of them at once.
 */
final class ZoneSets {
    /** Zones whose sets have their bits in one word. */
    private static final int LOW = 6;
    /** For each of the lowest zones the sets in a word that include it. */
    private static final long[] WITH = {
        0xAAAAAAAAAAAAAAAAL,
        0xCCCCCCCCCCCCCCCCL,
        0xF0F0F0F0F0F0F0F0L,
        0xFF00FF00FF00FF00L,
        0xFFFF0000FFFF0000L,
        0xFFFFFFFF00000000L
    };
    /** For each width the sets in a word that have so many of the lowest zones. */
    private static final long[] WIDE = wide();

    private final int zones;
    private final long[] words;

    private ZoneSets(int zones, long[] words) {
        this.zones = zones;
        this.words = words;
    }

    /** No sets yet. */
    static ZoneSets none(int zones) {
        return new ZoneSets(zones, new long[1 << Math.max(0, zones - LOW)]);
    }

    private static long[] wide() {
        var wide = new long[LOW + 1];
        for (int mask = 0; mask < Long.SIZE; mask++) {
            wide[Integer.bitCount(mask)] |= 1L << mask;
        }
        return wide;
    }

    /** The sets whose amounts reach the request together. */
    static ZoneSets reaching(long[] perZone, long request) {
        var sets = none(perZone.length);
        var sums = new long[1 << Math.min(LOW, perZone.length)];
        for (int mask = 1; mask < sums.length; mask++) {
            sums[mask] = sums[mask & mask - 1] + perZone[Integer.numberOfTrailingZeros(mask)];
        }
        for (int i = 0; i < sets.words.length; i++) {
            long left = request;
            for (int high = i; high != 0; high &= high - 1) {
                left -= perZone[LOW + Integer.numberOfTrailingZeros(high)];
            }
            long word = 0;
            for (int mask = 0; mask < sums.length; mask++) {
                word |= sums[mask] >= left ? 1L << mask : 0;
            }
            sets.words[i] = word;
        }
        sets.words[0] &= ~1L;
        return sets;
    }

    ZoneSets copy() {
        return new ZoneSets(zones, words.clone());
    }

    boolean has(int mask) {
        return (words[mask >>> LOW] >>> mask & 1) != 0;
    }

    void add(int mask) {
        words[mask >>> LOW] |= 1L << mask;
    }

    void add(ZoneSets others) {
        for (int i = 0; i < words.length; i++) {
            words[i] |= others.words[i];
        }
    }

    /** Leaves those that are among the others too. */
    void keep(ZoneSets others) {
        for (int i = 0; i < words.length; i++) {
            words[i] &= others.words[i];
        }
    }

    /** Leaves those that include all of these zones. */
    void keepIncluding(long mask) {
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            keep(Long.numberOfTrailingZeros(rest), true);
        }
    }

    /** Leaves those that have none but these zones. */
    void keepWithin(long mask) {
        for (int zone = 0; zone < zones; zone++) {
            if ((mask >>> zone & 1) == 0) {
                keep(zone, false);
            }
        }
    }

    private void keep(int zone, boolean included) {
        for (int i = 0; i < words.length; i++) {
            long with = zone < LOW ? WITH[zone] : (i >>> zone - LOW & 1) != 0 ? -1L : 0;
            words[i] &= included ? with : ~with;
        }
    }

    /** Adds what each one includes. */
    void addSubsets() {
        for (int zone = 0; zone < zones; zone++) {
            for (int i = 0; i < words.length; i++) {
                if (zone < LOW) {
                    words[i] |= (words[i] & WITH[zone]) >>> (1 << zone);
                } else if ((i >>> zone - LOW & 1) == 0) {
                    words[i] |= words[i | 1 << zone - LOW];
                }
            }
        }
        words[0] &= ~1L;
    }

    /** Those of so many zones. */
    ZoneSets ofWidth(int width) {
        var some = none(zones);
        for (int i = 0; i < words.length; i++) {
            some.words[i] = words[i] & wide(i, width);
        }
        return some;
    }

    private static long wide(int word, int width) {
        int low = width - Integer.bitCount(word);
        return low < 0 || low > LOW ? 0 : WIDE[low];
    }

    /** The first one of so many zones, counted from a mask on; 0 when there is none. */
    int next(int width, int from) {
        long since = -1L << from;
        for (int i = from >>> LOW; i < words.length; i++) {
            long found = words[i] & wide(i, width) & since;
            if (found != 0) {
                return i << LOW | Long.numberOfTrailingZeros(found);
            }
            since = -1;
        }
        return 0;
    }

    /** The first one of the narrowest; 0 when there is none. */
    int first() {
        for (int width = 1; width <= zones; width++) {
            int found = next(width, 1);
            if (found != 0) {
                return found;
            }
        }
        return 0;
    }
}
