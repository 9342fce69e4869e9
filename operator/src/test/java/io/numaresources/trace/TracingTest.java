package io.numaresources.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracingTest {
    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final String NOBODY = "http://127.0.0.1:1";

    @Test
    void nothingIsTracedUnlessTheEnvironmentSaysSo() {
        assertThat(Tracing.of(Map.of(), "1", "a")).isSameAs(Traces.OFF);
        assertThat(Traces.OFF.requests()).isEmpty();
        assertThat(Traces.OFF.during(Activity.pass("a", "b", "c"), () -> 7)).isEqualTo(7);
    }

    @Test
    void anEndpointOrAnExporterSwitchesOn() {
        assertThat(Tracing.wanted(Map.of(ENDPOINT, NOBODY))).isTrue();
        assertThat(Tracing.wanted(Map.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", NOBODY)))
                .isTrue();
        assertThat(Tracing.wanted(Map.of("OTEL_TRACES_EXPORTER", "otlp"))).isTrue();
    }

    @Test
    void whatSwitchesOffGoesBeforeAnEndpoint() {
        assertThat(Tracing.wanted(Map.of(ENDPOINT, NOBODY, "OTEL_SDK_DISABLED", "true")))
                .isFalse();
        assertThat(Tracing.wanted(Map.of(ENDPOINT, NOBODY, "OTEL_TRACES_EXPORTER", "none")))
                .isFalse();
        assertThat(Tracing.wanted(Map.of(ENDPOINT, " "))).isFalse();
    }

    @Test
    void anUnreachableCollectorDelaysNeitherAPassNorTheEnd() {
        var begun = System.nanoTime();

        var traces = Tracing.of(Map.of(ENDPOINT, NOBODY), "1", "a");
        for (int i = 0; i < 5000; i++) {
            traces.during(Activity.pass("a", "b", "c"), () -> 7);
        }
        traces.close();

        assertThat(traces).isInstanceOf(SentTraces.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/nodes, '', nodes",
        "/api/v1/nodes/a/status, '', nodes/status",
        "/api/v1/namespaces/x/pods/y/eviction, '', pods/eviction",
        "/api/v1/namespaces/x/pods, '', pods",
        "/api/v1/namespaces/x, '', namespaces",
        "/api/v1/namespaces/x/status, '', namespaces/status",
        "/apis/apps/v1/namespaces/x/daemonsets/y, apps, daemonsets",
        "/apis/numaresources.io/v1alpha1/numanodes/y/status, numaresources.io, numanodes/status",
        "/k8s/clusters/c-1/apis/apps/v1/deployments, apps, deployments",
        "/apis/apps, '', other",
        "/apis, '', other",
        "/api/v1, '', other",
        "/version, '', other",
        "/, '', other"
    })
    void namesOfObjectsAreNoPartOfAType(String path, String group, String type) {
        assertThat(ApiPath.of(path)).isEqualTo(new ApiPath(group, type));
    }

    @Test
    void lossesAreToldOncePerHourAndTheirEnd() {
        var told = new ArrayList<String>();
        var now = new long[] {Long.MAX_VALUE - 5};
        var works = new boolean[1];
        var exporter = new AnnouncedExporter(answering(works), into(told), () -> now[0]);

        exporter.export(List.of());
        exporter.export(List.of());
        works[0] = true;
        exporter.export(List.of());
        exporter.export(List.of());
        works[0] = false;
        exporter.export(List.of());
        now[0] += Duration.ofMinutes(61).toNanos();
        exporter.export(List.of());

        assertThat(told).containsExactly("lost", "again", "lost");
    }

    private static AnnouncedExporter.Listener into(List<String> told) {
        return new AnnouncedExporter.Listener() {
            @Override
            public void lost(String reason) {
                told.add("lost");
            }

            @Override
            public void arriveAgain() {
                told.add("again");
            }
        };
    }

    private static SpanExporter answering(boolean[] works) {
        return new SpanExporter() {
            @Override
            public CompletableResultCode export(Collection<SpanData> spans) {
                return works[0] ? CompletableResultCode.ofSuccess() : CompletableResultCode.ofFailure();
            }

            @Override
            public CompletableResultCode flush() {
                return CompletableResultCode.ofSuccess();
            }

            @Override
            public CompletableResultCode shutdown() {
                return CompletableResultCode.ofSuccess();
            }
        };
    }
}
