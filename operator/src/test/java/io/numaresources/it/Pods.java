package io.numaresources.it;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/** Pods for simulated nodes. */
final class Pods {
    private Pods() {}

    /** A pod of class Guaranteed with whole CPUs, for a node of the group. */
    static Pod guaranteed(String name, String scheduler, int cpus, String memory) {
        var quantities = Map.of("cpu", new Quantity("" + cpus), "memory", new Quantity(memory));
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .withNewSpec()
                .withSchedulerName(scheduler)
                .withNodeSelector(Installation.HPC)
                .addNewContainer()
                .withName("main")
                .withImage("registry.k8s.io/pause:3.10")
                .withNewResources()
                .withRequests(quantities)
                .withLimits(quantities)
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
