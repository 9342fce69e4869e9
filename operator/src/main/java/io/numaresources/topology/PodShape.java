package io.numaresources.topology;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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

    /** What each container that runs for as long as the pod has for itself, given managers that pin. */
    public List<Resources> units() {
        return all().filter(container -> container.sidecar() || containers.contains(container))
                .map(container -> {
                    var amounts = new TreeMap<>(container.requests().amounts());
                    amounts.entrySet().removeIf(entry -> !exclusive(entry.getKey(), entry.getValue()));
                    return new Resources(amounts);
                })
                .filter(unit -> !unit.isEmpty())
                .toList();
    }

    /**
     * What ended init containers hold until the pod goes, as far as other containers surely take it over. The kubelet counts it as taken, but its
     * podresources API lists no ended init containers (kubelet/apis/podresources/server_v1.go), so that no NodeResourceTopology tells.
     */
    public Resources leftByInit() {
        // what has CPUs of its own goes where the CPUs of the init containers are; memory alone may go elsewhere
        boolean together =
                all().allMatch(c -> exclusive(Resources.CPU, c.requests().get(Resources.CPU)));
        var left = new TreeMap<String, Long>();
        for (ContainerShape init : initContainers) {
            if (init.sidecar()) {
                takeOver(init, together, left);
            } else {
                for (int i = 0; i < init.requests().size(); i++) {
                    if (exclusive(init.requests().name(i), init.requests().amount(i))) {
                        left.merge(init.requests().name(i), init.requests().amount(i), Math::max);
                    }
                }
            }
        }
        containers.forEach(app -> takeOver(app, together, left));
        left.values().removeIf(amount -> amount == 0);
        return new Resources(left);
    }

    private void takeOver(ContainerShape container, boolean together, Map<String, Long> left) {
        left.replaceAll((name, amount) -> {
            long taken = container.requests().get(name);
            boolean takes = exclusive(name, taken) && (together || !Resources.isMemory(name));
            return takes ? Math.max(0, amount - taken) : amount;
        });
    }

    /** Whether a container has so much of a resource for itself, given managers that pin. */
    private boolean exclusive(String resource, long amount) {
        boolean pinned = amount > 0 && qos == Qos.GUARANTEED && podLevel.isEmpty();
        return Resources.CPU.equals(resource)
                ? pinned && amount % 1000 == 0
                : Resources.isMemory(resource) ? pinned : !Resources.isNative(resource);
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
