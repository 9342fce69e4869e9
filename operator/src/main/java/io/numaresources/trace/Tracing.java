package io.numaresources.trace;

import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether there are traces, by the environment variables of OpenTelemetry's specification. */
public final class Tracing {
    private static final Logger LOG = LoggerFactory.getLogger(Tracing.class);

    private Tracing() {}

    /**
     * Traces if the environment wants them. A setting that can't be followed costs the traces, not the operator.
     *
     * @param instance which of several processes this is
     */
    public static Traces of(Map<String, String> environment, String version, String instance) {
        if (!wanted(environment)) {
            return Traces.OFF;
        }
        try {
            var traces = SentTraces.start(environment, version, instance);
            LOG.info("traces are sent");
            return traces;
        } catch (RuntimeException refused) {
            LOG.atWarn().addKeyValue("reason", refused.getMessage()).log("no traces: a setting can't be followed");
            return Traces.OFF;
        }
    }

    /** Where to, or that at all, must be said; nothing is sent to the default address of the specification unasked. */
    static boolean wanted(Map<String, String> environment) {
        if ("true".equalsIgnoreCase(environment.get("OTEL_SDK_DISABLED"))) {
            return false;
        }
        return value(environment, "OTEL_TRACES_EXPORTER")
                .map(exporter -> !"none".equals(exporter))
                .orElseGet(
                        () -> value(environment, "OTEL_EXPORTER_OTLP_ENDPOINT").isPresent()
                                || value(environment, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
                                        .isPresent());
    }

    /** A variable that is set to nothing counts as unset. */
    private static Optional<String> value(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).map(String::strip).filter(text -> !text.isEmpty());
    }
}
