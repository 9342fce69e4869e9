package io.numaresources.it;

import static io.numaresources.it.Installation.OPERATOR_USER;
import static io.numaresources.it.Installation.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who reads the operator's metrics, under the shipped roles, with tokens of the API server. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetricsAccessIT {
    private static final Scraper NOBODY = new Scraper("");

    private ControlPlane plane;
    private OperatorProcess operator;

    @BeforeAll
    void start(ControlPlane plane) {
        this.plane = plane;
        operator = Installation.start(plane);
    }

    @AfterAll
    void stop() {
        operator.close();
    }

    @Test
    void whoHasTheRoleForReadersReads() throws Exception {
        assertThat(Scraper.allowed(plane).scrape(operator.address())).contains("numaresources_api_requests_total");
    }

    @Test
    void whoHasNoRightIsRefused() throws Exception {
        assertThat(status(Scraper.forbidden(plane, "stranger"), "/q/metrics")).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/q/metrics",
                "/q/metrics/",
                "/q/metrics?name=x",
                "//q/metrics",
                "/q//metrics",
                "/q/./metrics",
                "/q/%6Detrics",
                "/q/health/../metrics",
                "/q/health/%2e%2e/metrics",
                "/q/healthy",
                "/"
            })
    void withoutATokenNothingIsReadHoweverThePathIsSpelled(String path) throws Exception {
        var answer = NOBODY.get(operator.address(), path);

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).isEqualTo(Optional.of("Bearer"));
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void aTokenThatTheApiServerDoesNotKnowIsNone() throws Exception {
        assertThat(status(new Scraper("invented"), "/q/metrics")).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/q/health", "/q/health/live", "/q/health/ready", "/q/health/started"})
    void healthIsForEverybody(String path) throws Exception {
        assertThat(status(NOBODY, path)).isEqualTo(200);
    }

    @Test
    void theApiServerIsAskedOnceAMinute() throws Exception {
        var stranger = Scraper.forbidden(plane, "often");
        var mark = plane.audit().mark();

        for (int i = 0; i < 5; i++) {
            assertThat(status(stranger, "/q/metrics")).isEqualTo(403);
        }

        eventually()
                .untilAsserted(() -> assertThat(plane.audit().ofUser(mark, OPERATOR_USER))
                        .filteredOn(event -> event.resource().endsWith("reviews"))
                        .extracting(event -> event.verb() + " " + event.resource())
                        .containsExactly("create tokenreviews", "create subjectaccessreviews"));
    }

    @Test
    void everybodyReadsWhereThatIsSet() throws Exception {
        try (var open = OperatorProcess.builder(plane)
                .podName("numaresources-operator-1")
                .environment("NUMARESOURCES_METRICS_AUTHENTICATED", "false")
                .start()) {
            open.awaitReady();

            assertThat(NOBODY.scrape(open.address())).contains("numaresources_api_requests_total");
            assertThat(open.log().text()).contains("metrics are told to everybody");
        }
    }

    private int status(Scraper as, String path) throws Exception {
        return as.get(operator.address(), path).statusCode();
    }
}
