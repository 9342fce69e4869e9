package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.List;
import java.util.Set;

/** Sends no write of a process whose lease may be another's by now. Every request passes here, whoever makes it. */
final class Fence implements Interceptor {
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    /** Posted by any process: the lease itself, and questions in the form of objects that nobody stores. */
    private static final List<String> OPEN =
            List.of("/apis/coordination.k8s.io/", "/apis/authentication.k8s.io/", "/apis/authorization.k8s.io/");

    private final Tenure tenure;

    Fence(Tenure tenure) {
        this.tenure = tenure;
    }

    /** @throws KubernetesClientException where the request would write and mustn't */
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        var path = request.uri().getPath();
        if (READS.contains(request.method()) || OPEN.stream().anyMatch(path::startsWith)) {
            return;
        }
        tenure.refusal().ifPresent(reason -> {
            throw new KubernetesClientException("%s %s was not sent: %s".formatted(request.method(), path, reason));
        });
    }
}
