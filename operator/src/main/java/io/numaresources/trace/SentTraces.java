package io.numaresources.trace;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Spans by OpenTelemetry's SDK. The only class that starts it. */
final class SentTraces implements Traces {
    private static final String SERVICE = "numaresources-operator";
    private static final long LAST_SENDING_SECONDS = 2;

    private final OpenTelemetrySdk sdk;
    private final Tracer tracer;
    private final RequestSpans requests;

    SentTraces(OpenTelemetrySdk sdk) {
        this.sdk = sdk;
        tracer = sdk.getTracer("io.numaresources");
        requests = new RequestSpans(tracer);
    }

    /** @throws RuntimeException for settings that can't be followed */
    static SentTraces start(Map<String, String> environment, String version, String instance) {
        var instanceOf = Resource.create(Attributes.builder()
                .put("service.version", version)
                .put("service.instance.id", instance)
                .build());
        return new SentTraces(AutoConfiguredOpenTelemetrySdk.builder()
                // flushed after the last pass instead, within a bound
                .disableShutdownHook()
                .setServiceClassLoader(SentTraces.class.getClassLoader())
                .addPropertiesSupplier(() -> defaults(environment))
                .addResourceCustomizer((resource, config) -> instanceOf.merge(resource))
                .addSpanExporterCustomizer((exporter, config) ->
                        new AnnouncedExporter(exporter, new AnnouncedExporter.Log(), System::nanoTime))
                .build()
                .getOpenTelemetrySdk());
    }

    /** What the SDK's own defaults would have otherwise: gRPC, which isn't shipped, and metrics and logs, which are read elsewhere. */
    private static Map<String, String> defaults(Map<String, String> environment) {
        var defaults = new HashMap<>(Map.of(
                "otel.exporter.otlp.protocol", "http/protobuf",
                "otel.metrics.exporter", "none",
                "otel.logs.exporter", "none"));
        if (!environment.getOrDefault("OTEL_RESOURCE_ATTRIBUTES", "").contains("service.name=")) {
            defaults.put("otel.service.name", SERVICE);
        }
        return defaults;
    }

    @Override
    public <T> T during(Activity activity, Supplier<T> work) {
        var builder = tracer.spanBuilder(activity.name());
        activity.attributes().forEach(builder::setAttribute);
        var span = builder.startSpan();
        try (var _ = span.makeCurrent()) {
            var result = work.get();
            span.setAttribute("numaresources.outcome", "done");
            return result;
        } catch (RuntimeException | Error failure) {
            failed(span, failure);
            throw failure;
        } finally {
            requests.unanswered(span);
            span.end();
        }
    }

    /** By its kind alone: what it says may be part of an answer's body. The log has it. */
    private static void failed(Span span, Throwable failure) {
        span.setStatus(StatusCode.ERROR);
        span.setAttribute("numaresources.outcome", "failed");
        span.setAttribute("error.type", failure.getClass().getName());
        if (failure instanceof KubernetesClientException refused && refused.getCode() > 0) {
            span.setAttribute("http.response.status_code", refused.getCode());
        }
    }

    @Override
    public Optional<Interceptor> requests() {
        return Optional.of(requests);
    }

    @Override
    public <T> Callable<T> carried(Callable<T> work) {
        return Context.current().wrap(work);
    }

    @Override
    public void close() {
        sdk.shutdown().join(LAST_SENDING_SECONDS, TimeUnit.SECONDS);
    }
}
