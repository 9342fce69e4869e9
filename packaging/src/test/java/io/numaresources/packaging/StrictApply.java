package io.numaresources.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.concurrent.TimeUnit;

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
            client.apiextensions()
                    .v1()
                    .customResourceDefinitions()
                    .withName(resource.getMetadata().getName())
                    .waitUntilCondition(
                            crd -> crd != null
                                    && crd.getStatus() != null
                                    && crd.getStatus().getConditions() != null
                                    && crd.getStatus().getConditions().stream()
                                            .anyMatch(condition -> "Established".equals(condition.getType())
                                                    && "True".equals(condition.getStatus())),
                            30,
                            TimeUnit.SECONDS);
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
