package io.numaresources.topology;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a pod asks for.
 *
 * @param initContainers in order; sidecars among them
 * @param containers the others, in order
 * @param overhead of its RuntimeClass
 * @param podLevel spec.resources, where set; the managers of Kubernetes 1.34 pin nothing for such a pod
 * @param qos its class
 */
public record PodShape(
        List<ContainerShape> initContainers,
        List<ContainerShape> containers,
        Resources overhead,
        Optional<ContainerShape> podLevel,
        Qos qos) {

    public PodShape {
        initContainers = List.copyOf(initContainers);
        containers = List.copyOf(containers);
    }

    /** A pod whose class follows from its parts. */
    public static PodShape of(
            List<ContainerShape> initContainers,
            List<ContainerShape> containers,
            Resources overhead,
            Optional<ContainerShape> podLevel) {
        var qos = Qos.of(
                podLevel.map(Stream::of).orElseGet(() -> Stream.concat(containers.stream(), initContainers.stream())));
        return new PodShape(initContainers, containers, overhead, podLevel, qos);
    }

    /** A pod of app containers only. */
    public static PodShape of(ContainerShape... containers) {
        return of(List.of(), List.of(containers), Resources.NONE, Optional.empty());
    }

    /** Init and app containers in the order in which they start. */
    Stream<ContainerShape> all() {
        return Stream.concat(initContainers.stream(), containers.stream());
    }

    /** What the pod counts for on the node as a whole: component-helpers/resource PodRequests. */
    public Resources requests() {
        Resources running = containers.stream().map(ContainerShape::requests).reduce(Resources.NONE, Resources::plus);
        Resources sidecars = Resources.NONE;
        Resources starting = Resources.NONE;
        for (ContainerShape init : initContainers) {
            if (init.sidecar()) {
                sidecars = sidecars.plus(init.requests());
                starting = starting.max(sidecars);
            } else {
                starting = starting.max(sidecars.plus(init.requests()));
            }
        }
        Resources sum = running.plus(sidecars).max(starting);
        if (podLevel.isPresent()) {
            for (var entry : podLevel.get().requests().amounts().entrySet()) {
                sum = sum.with(entry.getKey(), entry.getValue());
            }
        }
        return sum.plus(overhead);
    }

    /** The same pod with another amount of a resource for one container. */
    public PodShape with(String container, String resource, long amount) {
        return of(
                replaced(initContainers, container, resource, amount),
                replaced(containers, container, resource, amount),
                overhead,
                podLevel);
    }

    private static List<ContainerShape> replaced(
            List<ContainerShape> list, String container, String resource, long amount) {
        return list.stream()
                .map(c -> c.name().equals(container) ? c.with(resource, amount) : c)
                .toList();
    }
}
