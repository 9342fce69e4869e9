package io.numaresources.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.testbed.machine.Machine;
import io.numaresources.testbed.machine.NumaMachines;
import java.util.Map;
import java.util.Set;

/** Pods that exist and do nothing, and what a machine gave them. */
final class Pods {
    static final String NAMESPACE = "default";

    private Pods() {}

    /** A pod without requests on a certain node. */
    static Pod plain(String name, String node) {
        return new PodBuilder(guaranteed(name, "default-scheduler", 1))
                .editSpec()
                .withSchedulerName(null)
                .withNodeName(node)
                .editFirstContainer()
                .withResources(null)
                .endContainer()
                .endSpec()
                .build();
    }

    /** A pod of class Guaranteed with whole CPUs. */
    static Pod guaranteed(String name, String scheduler, int cpus) {
        var resources = Map.of("cpu", new Quantity(String.valueOf(cpus)), "memory", new Quantity("64Mi"));
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName(scheduler)
                .withTerminationGracePeriodSeconds(1L)
                .addNewContainer()
                .withName("main")
                .withImage(NumaMachines.PAUSE_IMAGE)
                .withImagePullPolicy("Never")
                .withNewResources()
                .withRequests(resources)
                .withLimits(resources)
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    /** The CPUs that the container may use, as the machine knows them. */
    static Set<Integer> cpus(Machine machine, Pod pod) {
        var id = pod.getStatus()
                .getContainerStatuses()
                .getFirst()
                .getContainerID()
                .replace("containerd://", "");
        return CpuSet.parse(machine.cpus(id)).cpus();
    }
}
