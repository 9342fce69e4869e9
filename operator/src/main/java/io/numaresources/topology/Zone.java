package io.numaresources.topology;

import java.util.Map;
import java.util.OptionalInt;

/**
 * A NUMA zone as NodeResourceTopology publishes it.
 *
 * @param id number of the NUMA node, 0 to 63
 * @param capacity all there is, also what is reserved
 * @param allocatable what pods can have in all
 * @param available what no pod holds exclusively
 * @param costs distance to each zone by its id, as the firmware tells (10 is local); may be empty
 * @param socket the socket it is on, where known; not published
 */
public record Zone(
        int id,
        Resources capacity,
        Resources allocatable,
        Resources available,
        Map<Integer, Integer> costs,
        OptionalInt socket) {

    public Zone {
        if (id < 0 || id > 63) {
            throw new IllegalArgumentException("zone " + id + " is not in 0..63");
        }
        costs = Map.copyOf(costs);
    }

    /** A zone without distances of which capacity, allocatable and available are the same. */
    public static Zone free(int id, Resources all) {
        return new Zone(id, all, all, all, Map.of(), OptionalInt.empty());
    }

    /** The same with other available amounts. */
    public Zone withAvailable(Resources amounts) {
        return new Zone(id, capacity, allocatable, amounts, costs, socket);
    }
}
