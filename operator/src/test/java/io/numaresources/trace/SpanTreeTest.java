package io.numaresources.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Passes that make requests with the operator's own client, to a server that knows one object. */
class SpanTreeTest {
    private static final Activity PASS = Activity.pass("numanodes", "reconcile", "worker-7");
    private static final Activity STEP = Activity.step("Granted", "worker-7", "hpc", 3, "abc");

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final SentTraces traces = new SentTraces(OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build());
    private final List<String> parents = new CopyOnWriteArrayList<>();
    private final HttpServer server = server();
    private final KubernetesClient client = new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder(Config.empty())
                    .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .withHttpClientBuilderConsumer(http ->
                    http.addOrReplaceInterceptor("spans", traces.requests().orElseThrow()))
            .build();

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @BeforeEach
    void serve() {
        server.createContext("/", exchange -> {
            var parent = exchange.getRequestHeaders().getFirst("traceparent");
            if (parent != null) {
                parents.add(parent);
            }
            boolean known = exchange.getRequestURI().getPath().endsWith("/configmaps/known");
            var body = (known
                            ? "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"known\"}}"
                            : "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"message\":\"body\",\"code\":403}")
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(known ? 200 : 403, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
        traces.close();
    }

    @Test
    void aRequestIsBelowItsStepAndTheStepBelowItsPass() {
        traces.during(PASS, () -> traces.during(STEP, () -> read("known")));

        var pass = span("numanodes reconcile");
        var step = span("step Granted");
        var request = span("GET configmaps");
        assertThat(pass.getParentSpanContext().isValid()).isFalse();
        assertThat(step.getParentSpanId()).isEqualTo(pass.getSpanId());
        assertThat(request.getParentSpanId()).isEqualTo(step.getSpanId());
        assertThat(spans.getFinishedSpanItems())
                .extracting(SpanData::getTraceId)
                .hasSize(3)
                .containsOnly(pass.getTraceId());
        assertThat(attribute(pass, "numaresources.resource")).isEqualTo("worker-7");
        assertThat(attribute(pass, "numaresources.outcome")).isEqualTo("done");
        assertThat(attribute(step, "numaresources.phase")).isEqualTo("Granted");
        assertThat(attribute(step, "numaresources.generation")).isEqualTo("3");
        assertThat(attribute(step, "numaresources.hash")).isEqualTo("abc");
        assertThat(request.getAttributes().get(AttributeKey.longKey("http.response.status_code")))
                .isEqualTo(200);
    }

    @Test
    void theApiServerIsToldTheRequestsSpan() {
        traces.during(PASS, () -> read("known"));

        var request = span("GET configmaps");
        assertThat(parents).containsExactly("00-%s-%s-01".formatted(request.getTraceId(), request.getSpanId()));
    }

    @Test
    void requestsOfOtherThreadsBelongToThePassThatWaitsForThem() {
        traces.during(PASS, () -> {
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                return threads.submit(traces.carried(() -> read("known"))).get();
            } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(span("GET configmaps").getParentSpanId())
                .isEqualTo(span("numanodes reconcile").getSpanId());
    }

    @Test
    void aRequestBesidePassesHasNoSpan() {
        read("known");

        assertThat(spans.getFinishedSpanItems()).isEmpty();
        assertThat(parents).isEmpty();
    }

    @Test
    void aRefusalIsAnErrorOfRequestAndPassWithoutWhatTheAnswerSays() {
        assertThatThrownBy(() -> traces.during(PASS, () -> read("hidden")))
                .isInstanceOf(KubernetesClientException.class);

        assertThat(spans.getFinishedSpanItems()).hasSize(2).allSatisfy(span -> {
            assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(span.getAttributes().get(AttributeKey.longKey("http.response.status_code")))
                    .isEqualTo(403);
            assertThat(span.toString()).doesNotContain("body", "hidden");
        });
        assertThat(attribute(span("numanodes reconcile"), "numaresources.outcome"))
                .isEqualTo("failed");
    }

    @Test
    void aRequestWithoutAnAnswerEndsWithItsPass() {
        server.stop(0);

        assertThatThrownBy(() -> traces.during(PASS, () -> read("known")))
                .isInstanceOf(KubernetesClientException.class);

        assertThat(attribute(span("GET configmaps"), "error.type")).isEqualTo("unanswered");
        assertThat(span("GET configmaps").hasEnded()).isTrue();
    }

    private String read(String name) {
        return client.configMaps()
                .inNamespace("somewhere")
                .withName(name)
                .get()
                .getMetadata()
                .getName();
    }

    private SpanData span(String name) {
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " in " + spans.getFinishedSpanItems()));
    }

    private static @Nullable String attribute(SpanData span, String key) {
        return span.getAttributes().get(AttributeKey.stringKey(key));
    }
}
