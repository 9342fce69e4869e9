package io.numaresources.topology;

import java.util.Map;

/**
 * A pod that runs on a node.
 *
 * @param name namespace and name
 * @param held what it holds exclusively, by zone id; empty where it isn't known or nothing
 * @param requests what it counts for on the node as a whole
 */
public record Tenant(String name, Map<Integer, Resources> held, Resources requests) {
    public Tenant {
        held = Map.copyOf(held);
    }
}
