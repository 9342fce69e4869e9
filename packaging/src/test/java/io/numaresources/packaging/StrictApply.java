package io.numaresources.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.testbed.Manifests;
import java.time.Duration;

/** Server-side apply of objects as they are written, so that the server sees fields that no Java type has. */
final class StrictApply {
    private static final String MANAGER = "numaresources-testbed";

    private StrictApply() {}

    static void apply(KubernetesClient client, JsonNode object) {
        var resource = generic(object);
        client.resource(resource)
                .fieldValidation(Validation.STRICT)
                .fieldManager(MANAGER)
                .forceConflicts()
                .serverSideApply();
        if (resource.getKind().equals("CustomResourceDefinition")) {
            Manifests.awaitEstablished(client, resource.getMetadata().getName(), Duration.ofSeconds(30));
        }
    }

    static void dryRun(KubernetesClient client, JsonNode object) {
        client.resource(generic(object))
                .dryRun()
                .fieldValidation(Validation.STRICT)
                .fieldManager(MANAGER)
                .serverSideApply();
    }

    private static GenericKubernetesResource generic(JsonNode object) {
        return Serialization.unmarshal(object.toString(), GenericKubernetesResource.class);
    }
}
