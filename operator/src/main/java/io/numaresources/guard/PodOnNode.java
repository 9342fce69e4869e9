package io.numaresources.guard;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.numaresources.explain.PodShapes;
import io.numaresources.topology.PodShape;
import io.numaresources.topology.Qos;
import io.numaresources.topology.Resources;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A pod that is bound to a node, as far as the guard looks at it.
 *
 * @param namespace its namespace
 * @param name its name
 * @param scheduler scheduler that it asked for
 * @param finished whether it has ended; such a pod holds nothing
 * @param fixed whether no scheduler placed it: a static pod
 * @param exclusive whether it has resources of its own (scheduler-plugins resourcerequests.AreExclusiveForPod)
 * @param ownCpus whether whole CPUs are among them
 * @param cpuAllocator the NRI plugin or DRA driver for CPUs that it is
 */
record PodOnNode(
        String namespace,
        String name,
        String scheduler,
        boolean finished,
        boolean fixed,
        boolean exclusive,
        boolean ownCpus,
        Optional<String> cpuAllocator) {
    /** Annotation of the mirror of a static pod. */
    private static final String MIRROR = "kubernetes.io/config.mirror";
    /** Images of github.com/containers/nri-plugins and github.com/kubernetes-sigs/dra-driver-cpu. */
    private static final List<String> ALLOCATORS =
            List.of("nri-resource-policy-balloons", "nri-resource-policy-topology-aware", "dra-driver-cpu");

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");
    private static final long WHOLE = 1000;

    static PodOnNode of(Pod pod) {
        var annotations = pod.getMetadata().getAnnotations();
        var shape = PodShapes.of(pod.getSpec());
        return new PodOnNode(
                pod.getMetadata().getNamespace(),
                pod.getMetadata().getName(),
                Optional.ofNullable(pod.getSpec().getSchedulerName()).orElse("default-scheduler"),
                pod.getStatus() != null
                        && ENDED.contains(String.valueOf(pod.getStatus().getPhase())),
                annotations != null && annotations.containsKey(MIRROR),
                exclusive(shape),
                shape.qos() == Qos.GUARANTEED && requests(shape).anyMatch(PodOnNode::wholeCpus),
                cpuAllocator(pod));
    }

    /** For people. */
    String text() {
        return namespace + "/" + name;
    }

    private static boolean exclusive(PodShape shape) {
        return requests(shape)
                .anyMatch(requests -> requests.amounts().entrySet().stream()
                        .anyMatch(amount -> !Resources.isNative(amount.getKey())
                                || shape.qos() == Qos.GUARANTEED
                                        && (Resources.isMemory(amount.getKey()) && amount.getValue() > 0
                                                || wholeCpus(requests))));
    }

    private static boolean wholeCpus(Resources requests) {
        long cpus = requests.get(Resources.CPU);
        return cpus > 0 && cpus % WHOLE == 0;
    }

    private static Stream<Resources> requests(PodShape shape) {
        return Stream.concat(shape.initContainers().stream(), shape.containers().stream())
                .map(container -> container.requests());
    }

    private static Optional<String> cpuAllocator(Pod pod) {
        return pod.getSpec().getContainers().stream()
                .map(Container::getImage)
                .filter(image -> image != null)
                .flatMap(image -> ALLOCATORS.stream().filter(image::contains))
                .findFirst();
    }
}
