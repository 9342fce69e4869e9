package io.numaresources.trace;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.Collection;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once that spans are lost, and that they arrive again; the exporter's own log, a line for a batch, is switched off. */
final class AnnouncedExporter implements SpanExporter {
    private static final long BETWEEN_WARNINGS = Duration.ofHours(1).toNanos();

    /** Who is told. */
    interface Listener {
        void lost(String reason);

        void arriveAgain();
    }

    /** The log. */
    static final class Log implements Listener {
        private static final Logger LOG = LoggerFactory.getLogger(AnnouncedExporter.class);

        @Override
        public void lost(String reason) {
            LOG.atWarn().addKeyValue("reason", reason).log("traces can't be sent and are lost");
        }

        @Override
        public void arriveAgain() {
            LOG.info("traces arrive again");
        }
    }

    private final SpanExporter exporter;
    private final Listener listener;
    private final LongSupplier nanos;
    private boolean warned;
    private boolean losing;
    private long warnedAt;

    /** @param nanos a clock that only goes on */
    AnnouncedExporter(SpanExporter exporter, Listener listener, LongSupplier nanos) {
        this.exporter = exporter;
        this.listener = listener;
        this.nanos = nanos;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        var result = exporter.export(spans);
        result.whenComplete(() -> tell(result));
        return result;
    }

    private synchronized void tell(CompletableResultCode result) {
        if (result.isSuccess()) {
            if (losing) {
                listener.arriveAgain();
                losing = false;
            }
            return;
        }
        if (!warned || nanos.getAsLong() - warnedAt > BETWEEN_WARNINGS) {
            var reason = result.getFailureThrowable();
            listener.lost(reason == null ? "the collector refused them" : reason.toString());
            warned = true;
            warnedAt = nanos.getAsLong();
            losing = true;
        }
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
