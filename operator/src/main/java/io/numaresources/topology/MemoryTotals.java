package io.numaresources.topology;

import java.util.List;

/** Allocatable memory and hugepages by zone, which decide how many zones the memory manager prefers. */
final class MemoryTotals {
    private final int zones;
    private final String[] names;
    /** By resource, by zone. */
    final long[][] allocatable;

    MemoryTotals(List<Zone> zones, String[] names) {
        this.zones = zones.size();
        this.names = names;
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
        int first = holding(request).first();
        return first == 0 ? zones : Integer.bitCount(first);
    }

    /** Which sets of zones hold the request when nothing else is there. */
    ZoneSets holding(Resources request) {
        var holding = ZoneSets.reaching(new long[zones], 0);
        for (int r = 0; r < request.size(); r++) {
            holding.keep(ZoneSets.reaching(allocatable[index(request.name(r))], request.amount(r)));
        }
        return holding;
    }
}
