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

    /** Whether no single zone has enough. */
    public boolean shortEverywhere() {
        return zones.stream().allMatch(z -> z.missing() > 0);
    }

    /** The smallest amount by which a zone is short. */
    public long smallestMissing() {
        return zones.stream().mapToLong(InZone::missing).min().orElse(Math.max(0, requested - free));
    }
}
