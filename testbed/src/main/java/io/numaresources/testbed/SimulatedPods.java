package io.numaresources.testbed;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.util.Map;

/** Pods for simulated nodes, in namespace default. */
public final class SimulatedPods {
    private static final String NAMESPACE = "default";

    private SimulatedPods() {}

    /**
     * A pod of class Guaranteed with whole CPUs.
     *
     * @param selector labels of the nodes that it may go to
     * @param memory a quantity, such as 512Mi
     */
    public static Pod guaranteed(String name, String scheduler, Map<String, String> selector, int cpus, String memory) {
        var quantities = Map.of("cpu", new Quantity("" + cpus), "memory", new Quantity(memory));
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName(scheduler)
                .withNodeSelector(selector)
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

    /** A ReplicaSet of one such pod, which makes it again whenever a kubelet rejects it. */
    public static ReplicaSet replicaSet(String name, Pod template) {
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withReplicas(1)
                .withNewSelector()
                .withMatchLabels(Map.of("app", name))
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(Map.of("app", name))
                .endMetadata()
                .withSpec(template.getSpec())
                .endTemplate()
                .endSpec()
                .build();
    }
}
