package io.numaresources.cli.scorecard;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.RelatedObject;
import io.numaresources.stack.StackLabels;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A pass over what is as it should be writes nothing. A label of a ServiceAccount is changed, which no pod notices; that the operator puts it
 * back shows that it makes passes. Another annotation then starts one more, after which every object must be as before.
 */
final class SecondPass implements Scorecard.Trial {
    /** The operator reacts within a tenth of a second; numbers in its status wait for at most five. */
    private static final Duration REST = Duration.ofSeconds(6);

    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final String ANNOTATION = "numaresources.io/scorecard";

    @Override
    public void run(Surroundings surroundings, Protocol protocol) {
        try (var resource = TheResource.ensure(surroundings, protocol)) {
            var ready = resource.awaitReady(surroundings.limit());
            if (ready.isEmpty()) {
                protocol.error("NUMAResourcesOperator " + NUMAResourcesOperator.NAME + " is not Ready after "
                        + surroundings.limit().toSeconds() + " s, so there is no second pass to look at");
                new Absence(surroundings, Clock.systemUTC()).explain(resource.now(), protocol);
                return;
            }
            var related = ready.get().getStatus().relatedObjects();
            var account = related.stream()
                    .filter(one -> one.resource().equals("serviceaccounts"))
                    .findFirst();
            if (account.isEmpty()) {
                protocol.suggest("the resource asks for no operand, so there was nothing to look at");
            } else {
                passes(surroundings, resource, related, account.get(), protocol);
            }
        }
    }

    private static void passes(
            Surroundings surroundings,
            TheResource resource,
            List<RelatedObject> related,
            RelatedObject named,
            Protocol protocol) {
        var account = surroundings
                .client()
                .serviceAccounts()
                .inNamespace(named.namespace())
                .withName(named.name());
        if (!repaired(surroundings, account)) {
            protocol.error("a changed label of %s was not put back within %d s, so no pass was made; %s"
                    .formatted(
                            RelatedObjects.name(named),
                            surroundings.limit().toSeconds(),
                            new Absence(surroundings, Clock.systemUTC()).leader()));
            return;
        }
        protocol.log("a changed label of " + RelatedObjects.name(named) + " was put back");
        var others = related.stream().filter(one -> !one.equals(named)).toList();
        var before = versions(surroundings, others, resource);
        account.patch(MERGE, annotations("\"second pass\""));
        rest();
        var after = versions(surroundings, others, resource);
        account.patch(MERGE, annotations("null"));
        before.forEach((name, version) -> {
            if (!version.equals(after.get(name))) {
                protocol.error("%s was written again: %s, before %s".formatted(name, after.get(name), version));
            }
        });
        protocol.log(before.size() + " objects were compared over " + REST.toSeconds() + " s");
    }

    private static boolean repaired(Surroundings surroundings, Resource<ServiceAccount> account) {
        var wanted = account.get().getMetadata().getLabels().get(StackLabels.PART_OF);
        account.patch(MERGE, label("scorecard"));
        try {
            account.waitUntilCondition(
                    now -> now != null
                            && wanted.equals(now.getMetadata().getLabels().get(StackLabels.PART_OF)),
                    surroundings.limit().toMillis(),
                    TimeUnit.MILLISECONDS);
            return true;
        } catch (KubernetesClientTimeoutException late) {
            account.patch(MERGE, label(wanted));
            return false;
        }
    }

    /** What a write of the operator changes and a controller's status does not. */
    private static Map<String, String> versions(
            Surroundings surroundings, List<RelatedObject> related, TheResource resource) {
        var objects = new RelatedObjects(surroundings.client());
        var versions = new TreeMap<String, String>();
        related.forEach(one -> versions.put(
                RelatedObjects.name(one),
                objects.read(one).map(SecondPass::version).orElse("absent")));
        versions.put(
                NUMAResourcesOperator.KIND,
                "generation " + resource.now().getMetadata().getGeneration());
        return versions;
    }

    /** Controllers write the status of what has a generation; of the rest nobody else writes anything. */
    private static String version(JsonNode object) {
        var meta = object.path("metadata");
        return "uid %s, %s, labels %s"
                .formatted(
                        meta.path("uid").asText(),
                        meta.has("generation")
                                ? "generation " + meta.path("generation").asText()
                                : "version " + meta.path("resourceVersion").asText(),
                        meta.path("labels"));
    }

    private static String label(String value) {
        return "{\"metadata\":{\"labels\":{\"%s\":\"%s\"}}}".formatted(StackLabels.PART_OF, value);
    }

    private static String annotations(String value) {
        return "{\"metadata\":{\"annotations\":{\"%s\":%s}}}".formatted(ANNOTATION, value);
    }

    private static void rest() {
        try {
            Thread.sleep(REST);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
