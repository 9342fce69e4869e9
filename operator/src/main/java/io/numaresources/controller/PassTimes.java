package io.numaresources.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.numaresources.metric.Metric;
import java.time.Duration;

/** How long passes take. They come one after the other. */
final class PassTimes {
    private final MeterRegistry metrics;
    private volatile long begun = System.nanoTime();

    PassTimes(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    void begin() {
        begun = System.nanoTime();
    }

    void done() {
        end("done");
    }

    void failed() {
        end("failed");
    }

    private void end(String outcome) {
        Timer.builder(Metric.PASS.id())
                .description(Metric.PASS.meaning())
                .tag("outcome", outcome)
                .register(metrics)
                .record(Duration.ofNanos(System.nanoTime() - begun));
    }
}
