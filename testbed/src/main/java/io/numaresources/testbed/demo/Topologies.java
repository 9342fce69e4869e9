package io.numaresources.testbed.demo;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The NodeResourceTopology objects of a cluster. */
final class Topologies {

    private static final ResourceDefinitionContext KIND = new ResourceDefinitionContext.Builder()
            .withGroup("topology.node.k8s.io")
            .withVersion("v1alpha2")
            .withKind("NodeResourceTopology")
            .withPlural("noderesourcetopologies")
            .withNamespaced(false)
            .build();

    private final KubernetesClient client;

    Topologies(KubernetesClient client) {
        this.client = client;
    }

    /** Zones by node, in order; none while the kind is not served. */
    Map<String, List<Zone>> zones() {
        try {
            return client.genericKubernetesResources(KIND).list().getItems().stream()
                    .collect(Collectors.toMap(
                            topology -> topology.getMetadata().getName(),
                            Topologies::zonesOf,
                            (a, b) -> a,
                            TreeMap::new));
        } catch (KubernetesClientException e) {
            if (e.getCode() == 404) {
                return Map.of();
            }
            throw e;
        }
    }

    private static List<Zone> zonesOf(GenericKubernetesResource topology) {
        List<Map<String, Object>> zones = topology.get("zones");
        return zones == null
                ? List.of()
                : zones.stream()
                        .filter(zone -> "Node".equals(zone.get("type")))
                        .map(zone -> zone(topology.getMetadata().getName(), zone))
                        .sorted(Comparator.comparing(Zone::name))
                        .toList();
    }

    private static Zone zone(String node, Map<String, Object> zone) {
        return new Zone(
                node,
                String.valueOf(zone.get("name")),
                (int) amount(zone, "cpu", "allocatable"),
                (int) amount(zone, "cpu", "available"),
                amount(zone, "memory", "allocatable"));
    }

    private static long amount(Map<String, Object> zone, String resource, String field) {
        return zone.get("resources") instanceof List<?> resources
                ? resources.stream()
                        .filter(Map.class::isInstance)
                        .map(Map.class::cast)
                        .filter(entry -> resource.equals(entry.get("name")))
                        .mapToLong(entry -> Quantity.getAmountInBytes(new Quantity(String.valueOf(entry.get(field))))
                                .longValue())
                        .findFirst()
                        .orElse(0)
                : 0;
    }
}
