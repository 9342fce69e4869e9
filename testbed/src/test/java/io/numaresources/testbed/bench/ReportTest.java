package io.numaresources.testbed.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.testbed.AuditEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {

    @Test
    void saysForEachAimWhetherItWasMetAndWhyNot() {
        var met = Figure.of("start", "s", Series.of(0.5, 0.7, 0.6))
                .aim(0.8)
                .peer("0.06 s")
                .otherwise("slow disk");
        var missed = Figure.of("memory", "MiB", Series.of(160.5)).aim(150).otherwise("large heap");

        assertThat(report(List.of(met, missed)).markdown())
                .contains("| start | 0.60 s | 0.50–0.70, p95 0.70 (3) | ≤ 0.80 s, met | 0.06 s |")
                .contains("| memory | 161 MiB |  | ≤ 150 MiB, **missed** |  |")
                .contains("- memory: large heap.")
                .doesNotContain("slow disk");
    }

    @Test
    void countsAWatchOnceAndTheLeaseApart() {
        var requests = Requests.of(
                "test",
                30,
                List.of(
                        event("watch", "nodes", "ResponseStarted"),
                        event("watch", "nodes", "ResponseComplete"),
                        event("patch", "daemonsets", "ResponseComplete"),
                        event("update", "leases", "ResponseComplete"),
                        event("get", "leases", "ResponseComplete")));

        assertThat(requests.byVerbAndResource())
                .isEqualTo(Map.of("watch nodes", 1, "patch daemonsets", 1, "update leases", 1, "get leases", 1));
        assertThat(requests.writes()).isEqualTo(1);
        assertThat(requests.besideLeaseAndWatches()).isEqualTo(1);
        assertThat(requests.renewalsPerMinute()).isEqualTo(2);
    }

    private static Report report(List<Figure> figures) {
        return new Report(Map.of("CPUs", "2"), figures, List.of(), Map.of("java", 1.0), Map.of("Java Heap", 16.0));
    }

    private static AuditEvent event(String verb, String resource, String stage) {
        return new AuditEvent(stage, verb, "user", "agent", "/uri", "", resource, "", "", "", 200, Instant.EPOCH);
    }
}
