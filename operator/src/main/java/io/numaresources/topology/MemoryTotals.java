package io.numaresources.topology;

import java.util.Arrays;
import java.util.List;

/** Allocatable memory and hugepages by zone, which decide how many zones the memory manager prefers. */
final class MemoryTotals {
    private final int zones;
    private final String[] names;
    /** By resource, by zone. */
    final long[][] allocatable;

    MemoryTotals(List<Zone> zones, List<String> names) {
        this.zones = zones.size();
        this.names = names.toArray(String[]::new);
        this.allocatable = new long[this.names.length][this.zones];
        for (int n = 0; n < this.names.length; n++) {
            for (int i = 0; i < this.zones; i++) {
                allocatable[n][i] = zones.get(i).allocatable().get(this.names[n]);
            }
        }
    }

    /** Position of a resource. */
    int index(String name) {
        for (int n = 0; n < names.length; n++) {
            if (names[n].equals(name)) {
                return n;
            }
        }
        throw new IllegalArgumentException(name);
    }

    /** The fewest zones that hold all of the request together. */
    int width(Resources request) {
        for (int i = 0; i < zones; i++) {
            boolean holds = true;
            for (int r = 0; r < request.size(); r++) {
                holds &= allocatable[index(request.name(r))][i] >= request.amount(r);
            }
            if (holds) {
                return 1;
            }
        }
        if (zones > Hints.SEARCHABLE) {
            int widest = 1;
            for (int r = 0; r < request.size(); r++) {
                widest = Math.max(widest, Hints.width(allocatable[index(request.name(r))], request.amount(r), zones));
            }
            return widest;
        }
        return width(holding(request));
    }

    /** The narrowest of the given sets; all zones where there is none. */
    int width(boolean[] sets) {
        int width = zones;
        for (int mask = 1; mask < sets.length; mask++) {
            if (sets[mask]) {
                width = Math.min(width, Integer.bitCount(mask));
            }
        }
        return width;
    }

    /** Which sets of zones hold the request when nothing else is there. */
    boolean[] holding(Resources request) {
        var holding = new boolean[1 << zones];
        Arrays.fill(holding, 1, holding.length, true);
        for (int r = 0; r < request.size(); r++) {
            long[] sums = Hints.sums(allocatable[index(request.name(r))]);
            for (int mask = 1; mask < sums.length; mask++) {
                holding[mask] &= sums[mask] >= request.amount(r);
            }
        }
        return holding;
    }
}
