package io.numaresources.topology;

import java.util.List;
import java.util.Map;

/**
 * A pod that runs on a node.
 *
 * @param name namespace and name
 * @param held what it holds exclusively and is published, by zone id; empty where it isn't known or nothing
 * @param requests what it counts for on the node as a whole
 * @param unlisted what it holds besides, in some zone, and nobody publishes: {@link PodShape#leftByInit}
 * @param units what each of its containers has for itself, given managers that pin, where {@code held} isn't known
 */
public record Tenant(
        String name, Map<Integer, Resources> held, Resources requests, Resources unlisted, List<Resources> units) {
    public Tenant {
        held = Map.copyOf(held);
        units = List.copyOf(units);
    }

    /** A pod of which it is known what it holds. */
    public Tenant(String name, Map<Integer, Resources> held, Resources requests) {
        this(name, held, requests, Resources.NONE, List.of());
    }

    /** A pod of which only the spec is known. */
    public static Tenant of(String name, PodShape shape) {
        return new Tenant(name, Map.of(), shape.requests(), shape.leftByInit(), shape.units());
    }

    /** The same one, given what it holds. */
    Tenant holding(Map<Integer, Resources> found) {
        return new Tenant(name, found, requests, unlisted, units);
    }
}
