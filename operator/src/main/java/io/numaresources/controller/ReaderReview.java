package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.Function;

/** Asks the API server whose a token is, and whether they may {@code get} the path /metrics, which existing roles of Prometheus allow. */
final class ReaderReview implements Function<String, Reader> {
    private static final String PATH = "/metrics";

    private final KubernetesClient client;

    ReaderReview(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public Reader apply(String token) {
        var review = client.tokenReviews()
                .create(new TokenReviewBuilder()
                        .withNewSpec()
                        .withToken(token)
                        .endSpec()
                        .build());
        var status = review.getStatus();
        if (status == null || !Boolean.TRUE.equals(status.getAuthenticated()) || status.getUser() == null) {
            return Reader.UNKNOWN;
        }
        return allowed(status.getUser()) ? Reader.ALLOWED : Reader.FORBIDDEN;
    }

    private boolean allowed(UserInfo user) {
        var answer = client.authorization().v1().subjectAccessReview().create(question(user));
        return answer.getStatus() != null
                && Boolean.TRUE.equals(answer.getStatus().getAllowed());
    }

    private static SubjectAccessReview question(UserInfo user) {
        return new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser(user.getUsername())
                .withUid(user.getUid())
                .withGroups(user.getGroups())
                .withExtra(user.getExtra())
                .withNewNonResourceAttributes()
                .withPath(PATH)
                .withVerb("get")
                .endNonResourceAttributes()
                .endSpec()
                .build();
    }
}
