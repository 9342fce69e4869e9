package io.numaresources.controller;

import com.fasterxml.jackson.databind.DeserializationFeature;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.micrometer.core.instrument.MeterRegistry;
import io.numaresources.stack.StackLabels;
import io.numaresources.stack.VersionMatrix;
import io.numaresources.trace.Traces;
import io.numaresources.trace.Tracing;
import io.quarkus.kubernetes.client.KubernetesClientObjectMapperCustomizer;
import io.quarkus.kubernetes.client.KubernetesConfigCustomizer;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/** Beans that configure the frameworks. */
final class Wiring {

    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }

    @Produces
    @Singleton
    Tenure tenure(OperatorSettings settings, Clock clock) {
        return new Tenure(settings.lease().renewDeadline(), clock, System::nanoTime);
    }

    /** In the place of the one that Quarkus makes: with requests that are counted, and no writes of a process that doesn't lead. */
    @Produces
    @ApplicationScoped
    KubernetesClient client(
            KubernetesSerialization serialization, Config config, MeterRegistry metrics, Tenure tenure, Traces traces) {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(serialization)
                .withHttpClientBuilderConsumer(http -> {
                    http.addOrReplaceInterceptor("counted-requests", new CountedRequests(metrics))
                            .addOrReplaceInterceptor("fence", new Fence(tenure));
                    // after the fence: what it holds back is no request
                    traces.requests().ifPresent(spans -> http.addOrReplaceInterceptor("traced-requests", spans));
                })
                .build();
    }

    void close(@Disposes KubernetesClient client) {
        client.close();
    }

    @Produces
    @Singleton
    Traces traces(OperatorSettings settings) {
        return Tracing.of(System.getenv(), settings.version(), settings.identity());
    }

    /** After the controllers have stopped, so with their last passes. */
    void close(@Disposes Traces traces) {
        traces.close();
    }

    /** With the images that whoever installed the operator pinned. */
    @Produces
    @Singleton
    VersionMatrix matrix(OperatorSettings settings) {
        var matrix = settings.versionMatrix().map(Wiring::read).orElseGet(VersionMatrix::load);
        return matrix.pinnedBy(System.getenv());
    }

    private static VersionMatrix read(Path file) {
        try {
            return VersionMatrix.parse(Files.readString(file));
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException("numaresources.version-matrix: " + file + " can't be read: " + e, e);
        }
    }

    @Produces
    @Singleton
    KubernetesConfigCustomizer userAgent(OperatorSettings settings) {
        return config -> config.setUserAgent(StackLabels.OPERATOR + "/" + settings.version());
    }

    /** An object written by a newer version must not stop an informer. */
    @Produces
    @Singleton
    KubernetesClientObjectMapperCustomizer lenientReading() {
        return mapper -> mapper.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);
    }
}
