package io.numaresources.cli.scorecard;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The API server accepts the bundle's examples and refuses each of {@code scorecard-invalid.yaml} with its reason. All are dry runs. */
final class Refusals implements Scorecard.Trial {
    private static final String CASES = "/scorecard-invalid.yaml";
    private static final String COLLECTION =
            "/apis/numaresources.io/v1alpha1/numaresourcesoperators?dryRun=All&fieldValidation=Strict";
    private static final int BAD_REQUEST = 400;
    private static final int INVALID = 422;
    private static final int NOT_FOUND = 404;

    @Override
    public void run(Surroundings surroundings, Protocol protocol) {
        Examples.of(surroundings.bundle()).forEach(example -> accepted(surroundings.client(), example, protocol));
        var cases = cases();
        cases.forEach(one -> refused(surroundings.client(), one, protocol));
        protocol.log(cases.size() + " invalid resources were tried");
    }

    private static void accepted(KubernetesClient client, JsonNode example, Protocol protocol) {
        try {
            client.resource(Serialization.unmarshal(example.toString(), GenericKubernetesResource.class))
                    .dryRun()
                    .fieldValidation(Validation.STRICT)
                    .fieldManager("numaresources-scorecard")
                    .forceConflicts()
                    .serverSideApply();
        } catch (KubernetesClientException refusal) {
            requireServed(refusal);
            protocol.error("an example of the bundle is refused: " + refusal.getMessage());
        }
    }

    private static void refused(KubernetesClient client, JsonNode one, Protocol protocol) {
        var name = one.path("case").asText();
        try {
            client.raw(COLLECTION, "POST", one.path("resource"));
            protocol.error("accepted: " + name);
        } catch (KubernetesClientException refusal) {
            requireServed(refusal);
            var expected = one.path("refusal").asText();
            boolean judged = refusal.getCode() == INVALID || refusal.getCode() == BAD_REQUEST;
            if (!judged || !refusal.getMessage().contains(expected)) {
                protocol.error("%s: refused with '%s', not with '%s'".formatted(name, refusal.getMessage(), expected));
            }
        }
    }

    private static void requireServed(KubernetesClientException refusal) {
        if (refusal.getCode() == NOT_FOUND) {
            throw new KubernetesClientException(
                    "CRD numaresourcesoperators.numaresources.io is not installed: " + refusal.getMessage());
        }
        if (refusal.getCode() == 0) {
            throw refusal;
        }
    }

    private static JsonNode cases() {
        try (InputStream in = Refusals.class.getResourceAsStream(CASES)) {
            if (in == null) {
                throw new IllegalStateException(CASES + " is not on the class path");
            }
            return Serialization.unmarshal(in, JsonNode.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
