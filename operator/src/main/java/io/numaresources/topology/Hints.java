package io.numaresources.topology;

import java.util.Arrays;

/**
 * What a resource manager tells the topology manager about one resource: which sets of zones are possible, and which of those
 * are preferred.
 */
final class Hints {
    /** No preference: any zones will do. */
    static final Hints ANY = new Hints(ZoneSets.none(0), ZoneSets.none(0), 0);
    /** No zones will do. */
    static final Hints NONE = new Hints(ZoneSets.none(0), ZoneSets.none(0), 0);
    /** Most zones whose combinations are searched. */
    static final int SEARCHABLE = 16;

    final ZoneSets possible;
    final ZoneSets preferred;
    /** Zones in the narrowest possible set. */
    final int narrowest;

    private Hints(ZoneSets possible, ZoneSets preferred, int narrowest) {
        this.possible = possible;
        this.preferred = preferred;
        this.narrowest = narrowest;
    }

    /** Sets that are possible, of which those of the given width are preferred; {@code empty} when there is none. */
    static Hints of(ZoneSets possible, int width, Hints empty) {
        int first = possible.first();
        return first == 0 ? empty : new Hints(possible, possible.ofWidth(width), Integer.bitCount(first));
    }

    boolean hasSets() {
        return narrowest > 0;
    }

    /** Fewest zones whose amounts reach the request; {@code zones} when all together don't. */
    static int width(long[] perZone, long request, int zones) {
        for (long amount : perZone) {
            if (amount >= request) {
                return Math.min(1, zones);
            }
        }
        var sorted = perZone.clone();
        Arrays.sort(sorted);
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
