package io.numaresources.controller;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.numaresources.metric.Metric;
import java.nio.ByteBuffer;
import java.util.List;

/** Counts what the API server answered. */
final class CountedRequests implements Interceptor {
    private static final int CLASS = 100;
    private final MeterRegistry metrics;

    CountedRequests(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        count(request.method(), response.code());
    }

    void count(String method, int code) {
        Counter.builder(Metric.API_REQUESTS.id())
                .description(Metric.API_REQUESTS.meaning())
                .tag("method", method)
                .tag("code", code / CLASS + "xx")
                .register(metrics)
                .increment();
    }
}
