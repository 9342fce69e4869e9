package io.numaresources.trace;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A span for each request that a pass makes, from its sending to the head of its answer; if the client sends it again, of the first time. Requests beside passes have none: renewals of the lease, and
 * watches, which last. Nothing of a request but its method and what {@link ApiPath} says.
 */
final class RequestSpans implements Interceptor {
    private static final String PARENT = "traceparent";
    private static final int FIRST_ERROR = 400;

    private final Tracer tracer;

    /** By the header that the request carries to the API server: an answer comes in another thread, to a copy of the request. */
    private final Map<String, Sent> open = new ConcurrentHashMap<>();

    private record Sent(Span span, String parent) {}

    RequestSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        var parent = Span.current().getSpanContext();
        if (!parent.isValid() || watches(request)) {
            return;
        }
        var path = ApiPath.of(request.uri().getPath());
        var span = tracer.spanBuilder(request.method() + " " + path.type())
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute("http.request.method", request.method())
                .setAttribute("k8s.api.group", path.group())
                .setAttribute("k8s.resource.type", path.type())
                .startSpan();
        W3CTraceContextPropagator.getInstance().inject(Context.current().with(span), builder, (to, name, value) -> {
            if (to != null) {
                to.setHeader(name, value);
            }
            if (PARENT.equals(name) && span.isRecording()) {
                open.put(value, new Sent(span, parent.getSpanId()));
            }
        });
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        spanOf(request).ifPresent(span -> {
            span.setAttribute("http.response.status_code", response.code());
            if (response.code() >= FIRST_ERROR) {
                span.setStatus(StatusCode.ERROR).setAttribute("error.type", Integer.toString(response.code()));
            }
            span.end();
        });
    }

    /**
     * Ends the spans of requests of a span that ends, to which no answer came. fabric8 7.5.2 tells of a broken connection with the request as it was
     * before interceptors, in which nothing says whose it is.
     */
    void unanswered(Span parent) {
        var id = parent.getSpanContext().getSpanId();
        open.forEach((header, request) -> {
            if (request.parent().equals(id) && open.remove(header, request)) {
                request.span().setStatus(StatusCode.ERROR).setAttribute("error.type", "unanswered");
                request.span().end();
            }
        });
    }

    private Optional<Span> spanOf(HttpRequest request) {
        return Optional.ofNullable(request.header(PARENT)).map(open::remove).map(Sent::span);
    }

    private static boolean watches(HttpRequest request) {
        var query = request.uri().getQuery();
        return query != null && query.contains("watch=true");
    }
}
