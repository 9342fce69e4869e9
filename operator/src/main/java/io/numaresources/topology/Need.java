package io.numaresources.topology;

import java.util.List;

/**
 * A resource that a unit needs, zone by zone.
 *
 * @param resource name
 * @param requested amount
 * @param width number of zones that the kubelet prefers: the fewest whose totals hold the amount; 0 where it prefers none. Under
 *     restricted, resources of one unit with different widths can't agree
 * @param zones each zone's part; empty for {@link Verdict.Reason#NODE_TOTAL}
 * @param free what the node as a whole has free of it
 */
public record Need(String resource, long requested, int width, List<InZone> zones, long free) {
    public Need {
        zones = List.copyOf(zones);
    }

    /**
     * What a zone has.
     *
     * @param zone its id
     * @param free amount that the unit could get there; 0 where the zone is barred for it
     * @param missing amount that is short, 0 when it fits
     */
    public record InZone(int zone, long free, long missing) {}

    /** The smallest amount by which a zone is short; of the node where zones don't matter. */
    public long smallestMissing() {
        if (zones.isEmpty()) {
            return Math.max(0, requested - free);
        }
        long smallest = Long.MAX_VALUE;
        for (InZone zone : zones) {
            smallest = Math.min(smallest, zone.missing());
        }
        return smallest;
    }

    /** Whether some zone is short. */
    public boolean shortSomewhere() {
        for (InZone zone : zones) {
            if (zone.missing() > 0) {
                return true;
            }
        }
        return false;
    }
}
