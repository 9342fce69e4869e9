package io.numaresources.it;

import static io.numaresources.it.Installation.eventually;

import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.numaresources.testbed.ControlPlane;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Reads an operator's metrics as Prometheus does.
 *
 * @param token sent with each request; empty for none
 */
record Scraper(String token) {
    private static final String NAMESPACE = "default";

    /** With the token of an account that the shipped role for readers is bound to. */
    static Scraper allowed(ControlPlane plane) {
        var scraper = forbidden(plane, "scraper");
        plane.client()
                .resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName("scraper")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "numaresources-metrics-reader")
                        .addNewSubject("", "ServiceAccount", "scraper", NAMESPACE)
                        .build())
                .serverSideApply();
        // the API server learns of the binding by a watch, and the operator trusts its answer for a minute
        eventually().until(() -> mayRead(plane, "system:serviceaccount:" + NAMESPACE + ":scraper"));
        return scraper;
    }

    /** With the token of an account that has no right to it. */
    static Scraper forbidden(ControlPlane plane, String account) {
        plane.client()
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName(account)
                        .endMetadata()
                        .build())
                .serverSideApply();
        return new Scraper(plane.kubeconfigOf(NAMESPACE, account).token());
    }

    private static boolean mayRead(ControlPlane plane, String user) {
        var question = new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser(user)
                .withNewNonResourceAttributes("/metrics", "get")
                .endSpec()
                .build();
        return plane.client()
                .authorization()
                .v1()
                .subjectAccessReview()
                .create(question)
                .getStatus()
                .getAllowed();
    }

    /** The numbers of the operator at an address. */
    String scrape(URI operator) throws IOException, InterruptedException {
        var answer = get(operator, "/q/metrics");
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("metrics: status " + answer.statusCode());
        }
        return answer.body();
    }

    HttpResponse<String> get(URI operator, String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(operator + path)).timeout(Duration.ofSeconds(30));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }
}
