package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.numaresources.guard.RejectionCause;
import io.numaresources.metric.Metric;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class NumbersTest {
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @Test
    void seriesThatAreNotGivenAnyMoreGo() {
        var gauges = new Gauges(Metric.FINDINGS, metrics);
        gauges.set(Map.of(List.of("Warning", "RejectionStorm"), 2, List.of("Error", "NodeBroken"), 1));
        assertThat(read(Metric.FINDINGS))
                .containsOnly(
                        Map.entry("[severity=Warning, code=RejectionStorm]", 2.0),
                        Map.entry("[severity=Error, code=NodeBroken]", 1.0));

        gauges.set(Map.of(List.of("Warning", "RejectionStorm"), 3));

        assertThat(read(Metric.FINDINGS)).containsOnly(Map.entry("[severity=Warning, code=RejectionStorm]", 3.0));
    }

    @Test
    void numbersThatAreFollowedAreReadWhenSomebodyLooks() {
        var value = new double[] {1};
        new Gauges(Metric.STRANDED_CPUS, metrics).follow(Map.of(List.of("hpc"), (Supplier<Number>) () -> value[0]));
        value[0] = 7;

        assertThat(read(Metric.STRANDED_CPUS)).containsOnly(Map.entry("[group=hpc]", 7.0));
    }

    @Test
    void requestsAreCountedByMethodAndClass() {
        var requests = new CountedRequests(metrics);
        requests.count("GET", 200);
        requests.count("GET", 201);
        requests.count("DELETE", 409);

        assertThat(metrics.get(Metric.API_REQUESTS.id())
                        .tags("method", "GET", "code", "2xx")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(metrics.get(Metric.API_REQUESTS.id())
                        .tags("method", "DELETE", "code", "4xx")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    /** The catalogue says how Prometheus will read each name, from the registry that Quarkus has. */
    @Test
    @SuppressWarnings("deprecation")
    void namesAreThoseOfTheCatalogue() {
        var prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Arrays.stream(Metric.values())
                .filter(metric -> metric.kind() == Metric.Kind.GAUGE)
                .forEach(metric -> new Gauges(metric, prometheus)
                        .set(Map.of(metric.labels().stream().map(label -> "x").toList(), 1)));
        var numbers = new RejectionNumbers(prometheus);
        numbers.rejected("hpc", RejectionCause.TOPOLOGY_AFFINITY);
        new CountedRequests(prometheus).count("GET", 200);
        new PassTimes(prometheus).done();

        var text = prometheus.scrape();
        var named = text.lines()
                .filter(line -> line.startsWith("numaresources_"))
                .map(line -> line.split("[{ ]")[0])
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Metric.values())
                        .flatMap(metric -> metric.series().stream())
                        .toList());
    }

    @Test
    void passesAreTimed() {
        var times = new PassTimes(metrics);
        times.begin();
        times.done();
        times.begin();
        times.failed();

        assertThat(metrics.get(Metric.PASS.id()).tag("outcome", "done").timer().count())
                .isEqualTo(1);
        assertThat(metrics.get(Metric.PASS.id())
                        .tag("outcome", "failed")
                        .timer()
                        .totalTime(java.util.concurrent.TimeUnit.NANOSECONDS))
                .isLessThan(Duration.ofMinutes(1).toNanos());
    }

    private Map<String, Double> read(Metric metric) {
        return metrics.find(metric.id()).gauges().stream()
                .collect(Collectors.toMap(gauge -> tags(gauge), gauge -> gauge.value()));
    }

    private static String tags(Meter meter) {
        return meter.getId().getTags().stream()
                .sorted(java.util.Comparator.comparing(Tag::getKey).reversed())
                .map(tag -> tag.getKey() + "=" + tag.getValue())
                .toList()
                .toString();
    }
}
