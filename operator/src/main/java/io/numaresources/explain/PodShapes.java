package io.numaresources.explain;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.numaresources.topology.ContainerShape;
import io.numaresources.topology.PodShape;
import io.numaresources.topology.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a pod spec asks for. */
public final class PodShapes {
    private PodShapes() {}

    /** The shape of a pod as the API server would store it: a limit without a request is a request too. */
    public static PodShape of(PodSpec spec) {
        return PodShape.of(
                containers(spec.getInitContainers()),
                containers(spec.getContainers()),
                Amounts.of(spec.getOverhead()),
                podLevel(spec.getResources()));
    }

    private static List<ContainerShape> containers(@Nullable List<Container> containers) {
        return containers == null
                ? List.of()
                : containers.stream()
                        .map(container -> shape(
                                container.getName(),
                                "Always".equals(container.getRestartPolicy()),
                                container.getResources()))
                        .toList();
    }

    private static Optional<ContainerShape> podLevel(@Nullable ResourceRequirements resources) {
        return Optional.ofNullable(resources)
                .map(set -> shape("", false, set))
                .filter(set -> !set.requests().isEmpty() || !set.limits().isEmpty());
    }

    private static ContainerShape shape(String name, boolean sidecar, @Nullable ResourceRequirements resources) {
        if (resources == null) {
            return new ContainerShape(name, sidecar, Resources.NONE, Resources.NONE);
        }
        Map<String, Quantity> limits = resources.getLimits() == null ? Map.of() : resources.getLimits();
        var requests = new HashMap<>(limits);
        if (resources.getRequests() != null) {
            requests.putAll(resources.getRequests());
        }
        return new ContainerShape(name, sidecar, Amounts.of(requests), Amounts.of(limits));
    }
}
