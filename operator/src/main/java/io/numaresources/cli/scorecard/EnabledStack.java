package io.numaresources.cli.scorecard;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NodeGroup;
import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;

/** One resource is enough: it becomes Ready, its operands serve, and each node of its groups publishes a topology. */
final class EnabledStack implements Scorecard.Trial {
    private static final int NAMED = 5;

    @Override
    public void run(Surroundings surroundings, Protocol protocol) {
        try (var resource = TheResource.ensure(surroundings, protocol)) {
            var ready = resource.awaitReady(surroundings.limit());
            if (ready.isEmpty()) {
                protocol.error("NUMAResourcesOperator " + NUMAResourcesOperator.NAME + " is not Ready after "
                        + surroundings.limit().toSeconds() + " s");
                new Absence(surroundings, Clock.systemUTC()).explain(resource.now(), protocol);
                return;
            }
            operands(surroundings, ready.get(), protocol);
            ready.get().getSpec().nodeGroups().forEach(group -> topologies(surroundings, group, protocol));
        }
    }

    private static void operands(Surroundings surroundings, NUMAResourcesOperator resource, Protocol protocol) {
        var objects = new RelatedObjects(surroundings.client());
        var related = resource.getStatus().relatedObjects();
        for (var one : related) {
            var object = objects.read(one);
            if (object.isEmpty()) {
                protocol.error(RelatedObjects.name(one) + " is listed in status.relatedObjects and does not exist");
            } else if (!serves(one.resource(), object.get())) {
                protocol.error(RelatedObjects.name(one) + " does not serve: "
                        + object.get().path("status"));
            }
        }
        protocol.log(related.size() + " objects of the status were looked at");
        if (related.stream().noneMatch(one -> one.resource().equals("deployments"))) {
            protocol.suggest("spec.scheduler.enabled is false, so no scheduler was put to the test");
        }
    }

    private static boolean serves(String resource, JsonNode object) {
        return switch (resource) {
            case "deployments" -> object.at("/status/availableReplicas").asInt() > 0;
            case "daemonsets" ->
                object.at("/status/numberReady").asInt()
                        >= object.at("/status/desiredNumberScheduled").asInt();
            default -> true;
        };
    }

    private static void topologies(Surroundings surroundings, NodeGroup group, Protocol protocol) {
        if (group.nodeSelector() == null) {
            return;
        }
        var nodes = names(surroundings
                .client()
                .nodes()
                .withLabelSelector(group.nodeSelector())
                .list()
                .getItems());
        if (nodes.isEmpty()) {
            protocol.suggest("no node has the labels of group " + group.name()
                    + ", so no updater was put to the test: label a node");
            return;
        }
        var published = names(surroundings
                .client()
                .genericKubernetesResources("topology.node.k8s.io/v1alpha2", "NodeResourceTopology")
                .list()
                .getItems());
        var missing = nodes.stream().filter(node -> !published.contains(node)).toList();
        if (!missing.isEmpty()) {
            protocol.error("%d of %d nodes of group %s have no NodeResourceTopology: %s"
                    .formatted(
                            missing.size(),
                            nodes.size(),
                            group.name(),
                            missing.stream().limit(NAMED).collect(Collectors.joining(", "))));
        }
        protocol.log("%d nodes of group %s were looked at".formatted(nodes.size(), group.name()));
    }

    private static List<String> names(List<? extends HasMetadata> objects) {
        return objects.stream().map(object -> object.getMetadata().getName()).toList();
    }
}
