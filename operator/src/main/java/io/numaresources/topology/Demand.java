package io.numaresources.topology;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the kubelet's managers align for a container, or for a pod as one unit.
 *
 * @param unit container name, or the empty string for the pod
 * @param regularInit whether what it takes can be used again by later containers of the pod
 * @param cpus CPUs of its own, 0 for shared ones
 * @param memory bytes by memory resource
 * @param devices counts by extended resource that the node offers, also counts of 0
 */
record Demand(String unit, boolean regularInit, int cpus, Resources memory, Resources devices) {

    /**
     * Demands of a pod on a node.
     *
     * @param containers one for each container, in starting order
     * @param pod their combination
     * @param fractional whether CPUs are shared for the only reason that they aren't whole
     * @param requests what the pod counts for on the node as a whole
     */
    record OfPod(List<Demand> containers, Demand pod, boolean fractional, Resources requests) {
        boolean cpus() {
            for (Demand d : containers) {
                if (d.cpus > 0) {
                    return true;
                }
            }
            return false;
        }

        boolean memory() {
            for (Demand d : containers) {
                if (!d.memory.isEmpty()) {
                    return true;
                }
            }
            return false;
        }

        boolean devices() {
            for (Demand d : containers) {
                if (!d.devices.isEmpty()) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Of a container: whole CPUs and memory where they are pinned, and devices among those offered. */
    static Demand of(ContainerShape c, boolean regularInit, boolean cpus, boolean memory, Set<String> offered) {
        long milli = c.requests().get(Resources.CPU);
        var amounts = new TreeMap<String, Long>();
        for (String name : c.requests().names()) {
            if (memory && Resources.isMemory(name)) {
                amounts.put(name.intern(), c.requests().get(name));
            }
        }
        var devices = new TreeMap<String, Long>();
        for (String name : c.limits().names()) {
            if (offered.contains(name)) {
                devices.put(name.intern(), c.limits().get(name));
            }
        }
        int whole = cpus && milli % 1000 == 0 ? Math.toIntExact(milli / 1000) : 0;
        return new Demand(c.name(), regularInit, whole, new Resources(amounts), new Resources(devices));
    }
}
