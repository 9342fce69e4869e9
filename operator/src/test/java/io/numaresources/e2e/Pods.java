package io.numaresources.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.numaresources.testbed.machine.Machine;
import io.numaresources.testbed.machine.NumaMachines;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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

    /** The CPUs that the container may use, read from its cgroup on the machine. */
    static Set<Integer> cpus(Machine machine, Pod pod) {
        var id = pod.getStatus()
                .getContainerStatuses()
                .getFirst()
                .getContainerID()
                .replace("containerd://", "");
        return cpuSet(machine.ssh("cat $(find /sys/fs/cgroup/kubepods.slice -name 'cri-containerd-" + id
                + ".scope')/cpuset.cpus.effective"));
    }

    /** CPUs in the kernel's list format, such as {@code 0-3,8}. */
    static Set<Integer> cpuSet(String list) {
        var cpus = new TreeSet<Integer>();
        for (var range : list.strip().split(",")) {
            var ends = range.split("-");
            for (var cpu = Integer.parseInt(ends[0]); cpu <= Integer.parseInt(ends[ends.length - 1]); cpu++) {
                cpus.add(cpu);
            }
        }
        return cpus;
    }
}
