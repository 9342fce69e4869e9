package io.numaresources.it;

import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Traces of the packaged operator. */
@Testbed
class TracingIT {

    /** Spans wait for an hour, so that those that arrive were sent at the end. */
    @Test
    void aPassAndItsRequestsReachTheCollectorAtTheEndAtTheLatest(ControlPlane plane, KubernetesClient client)
            throws Exception {
        var root = RepositoryRoot.find();
        plane.applyManifests(root.resolve("crds"), root.resolve("config/rbac"));
        try (var collector = new Collector()) {
            var operator = OperatorProcess.builder(plane)
                    .environment(
                            "OTEL_EXPORTER_OTLP_ENDPOINT", collector.address().toString())
                    .environment("OTEL_BSP_SCHEDULE_DELAY", "3600000")
                    .start();
            try (operator) {
                operator.awaitReady();
                client.resource(Installation.sample()).create();
                eventually()
                        .untilAsserted(
                                () -> assertThat(stored(client).getStatus()).isNotNull());
            }

            var passes = collector.spans().stream()
                    .filter(span -> span.name().equals("numaresources reconcile"))
                    .collect(Collectors.toMap(Collector.Sent::id, span -> span));
            assertThat(passes)
                    .isNotEmpty()
                    .allSatisfy((id, pass) -> assertThat(pass.parent()).isEmpty());
            assertThat(collector.spans())
                    .filteredOn(span -> passes.containsKey(span.parent()))
                    .allSatisfy(request -> assertThat(request.trace())
                            .isEqualTo(passes.get(request.parent()).trace()))
                    .extracting(Collector.Sent::name)
                    .anyMatch(name -> name.matches("(PATCH|POST) deployments"))
                    .noneMatch(name -> name.contains("numa-scheduler"));
            assertThat(collector.services()).anyMatch(about -> about.contains("numaresources-operator"));
        }
    }

    @Test
    void withoutTheVariablesNothingOfItIsLoadedAndNoThreadStarted(ControlPlane plane) throws Exception {
        try (var operator = Installation.start(plane)) {
            long pid = operator.process().pid();

            assertThat(jcmd(pid, "VM.class_hierarchy"))
                    .contains("io.numaresources.trace.Tracing")
                    .doesNotContain("io.opentelemetry");
            assertThat(jcmd(pid, "Thread.print")).contains("\"main\"").doesNotContain("BatchSpanProcessor");
        }
    }

    private static String jcmd(long pid, String command) throws IOException {
        var program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        var process = new ProcessBuilder(program.toString(), Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        try (var output = process.inputReader()) {
            return output.readAllAsString();
        }
    }
}
