package io.numaresources.it;

import io.fabric8.kubernetes.api.model.Pod;
import io.numaresources.testbed.SimulatedPods;

/** Pods for simulated nodes. */
final class Pods {
    private Pods() {}

    /** A pod of class Guaranteed with whole CPUs, for a node of the group. */
    static Pod guaranteed(String name, String scheduler, int cpus, String memory) {
        return SimulatedPods.guaranteed(name, scheduler, Installation.HPC, cpus, memory);
    }
}
