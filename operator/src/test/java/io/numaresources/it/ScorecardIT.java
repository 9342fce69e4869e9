package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.awaitReady;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Edits;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.process.Execution;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The tests of our own as scorecard runs them: the packaged command, the committed bundle, the rights of the shipped ServiceAccount. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScorecardIT {
    private static final String ACCOUNT = "numaresources-scorecard";
    /** Two waits of the command and its deletion of the resource. */
    private static final Duration LIMIT = Duration.ofSeconds(200);

    private ControlPlane plane;
    private KubernetesClient client;
    private Path kubeconfig;

    @BeforeAll
    void install(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        SimulatedNodes.create(client, "demo", 2, HPC);
        var root = RepositoryRoot.find();
        plane.applyManifests(
                root.resolve("crds"), root.resolve("config/rbac"), root.resolve("config/scorecard/access"));
        kubeconfig = plane.kubeconfigOf(OperatorProcess.NAMESPACE, ACCOUNT)
                .write(plane.folder().file(ACCOUNT + ".kubeconfig"));
    }

    /** Whatever a test that failed left. */
    @AfterEach
    void remove() {
        if (stored(client) != null) {
            Installation.patch(client, "{\"metadata\":{\"finalizers\":null}}");
            client.resource(Installation.sample()).delete();
        }
    }

    @Test
    void withAnOperatorAllTestsPassAndLeaveNothingBehind() {
        try (var _ = Installation.start(plane);
                var _ = SchedulerRunner.start(plane)) {
            for (var test : List.of(
                    "invalid-resources-are-refused", "resource-enables-the-stack", "second-pass-changes-nothing")) {
                assertThat(state(run(test))).as(test).isEqualTo("pass");
                assertThat(stored(client)).as("left by " + test).isNull();
            }
        }
    }

    @Test
    void aResourceOfTheClusterIsTestedAndStays() {
        try (var _ = Installation.start(plane);
                var _ = SchedulerRunner.start(plane)) {
            var created = client.resource(Installation.sample()).create();
            awaitReady(client);

            assertThat(state(run("second-pass-changes-nothing"))).isEqualTo("pass");
            assertThat(state(run("resource-enables-the-stack"))).isEqualTo("pass");

            var now = stored(client);
            assertThat(now.getMetadata().getUid())
                    .isEqualTo(created.getMetadata().getUid());
            assertThat(now.getMetadata().getGeneration())
                    .isEqualTo(created.getMetadata().getGeneration());
            delete();
        }
    }

    @Test
    void withoutAnOperatorTheTestFailsSoonAndNamesIt() {
        client.leases()
                .inNamespace(OperatorProcess.NAMESPACE)
                .withName(OperatorProcess.SERVICE_ACCOUNT)
                .delete();

        var result = run("resource-enables-the-stack", "--timeout=PT5S");

        assertThat(result.path("state").asText()).isEqualTo("fail");
        assertThat(result.path("errors").toString())
                .contains("not Ready after 5 s")
                .contains("no operator works on it")
                .contains("Lease numa-system/numaresources-operator does not exist")
                .contains("Deployment numa-system/numaresources-operator does not exist");
        assertThat(stored(client)).isNull();
    }

    @Test
    void anOperatorThatWritesAgainFailsTheSecondPass() {
        try (var _ = Installation.start(plane);
                var _ = SchedulerRunner.start(plane);
                var disturber = Executors.newSingleThreadScheduledExecutor()) {
            client.resource(Installation.sample()).create();
            awaitReady(client);
            disturber.scheduleWithFixedDelay(this::disturb, 0, 300, TimeUnit.MILLISECONDS);

            var result = run("second-pass-changes-nothing", "--timeout=PT15S");

            disturber.shutdownNow();
            assertThat(result.path("state").asText()).isEqualTo("fail");
            assertThat(result.path("errors").toString())
                    .contains("services numa-system/numa-scheduler was written again");
            delete();
        }
    }

    @Test
    void aServerThatAcceptsEverythingFailsTheRefusals() {
        var crd = client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("numaresourcesoperators.numaresources.io");
        var shipped = crd.get();
        Edits.of(crd, loose -> {
            loose.getSpec()
                    .getVersions()
                    .getFirst()
                    .getSchema()
                    .setOpenAPIV3Schema(new JSONSchemaPropsBuilder()
                            .withType("object")
                            .withXKubernetesPreserveUnknownFields(true)
                            .build());
            return loose;
        });
        try {
            eventually().untilAsserted(() -> {
                var result = run("invalid-resources-are-refused");
                assertThat(result.path("state").asText()).isEqualTo("fail");
                assertThat(result.path("errors").toString())
                        .contains("accepted: two groups of the same name")
                        .contains("accepted: a misspelt field");
            });
        } finally {
            Edits.of(crd, loose -> {
                loose.setSpec(shipped.getSpec());
                return loose;
            });
        }
    }

    @Test
    void withoutAServerTheTestEndsInAnError() {
        var nowhere = plane.kubeconfigOf(OperatorProcess.NAMESPACE, ACCOUNT)
                .withServer("https://127.0.0.1:1")
                .write(plane.folder().file("nowhere.kubeconfig"));

        var result = run(nowhere, "resource-enables-the-stack");

        assertThat(result.path("state").asText()).isEqualTo("error");
        assertThat(result.path("errors")).isNotEmpty();
    }

    @Test
    void withoutABundleTheTestEndsInAnError() {
        var result = run("invalid-resources-are-refused", "--bundle=/nonexistent");

        assertThat(result.path("state").asText()).isEqualTo("error");
        assertThat(result.path("errors").toString()).contains("/nonexistent");
    }

    private void delete() {
        client.resource(Installation.sample()).delete();
        eventually().untilAsserted(() -> assertThat(stored(client)).isNull());
    }

    private void disturb() {
        client.services()
                .inNamespace(OperatorProcess.NAMESPACE)
                .withName("numa-scheduler")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"selector\":{\"app.kubernetes.io/name\":\"other\"}}}");
    }

    private static String state(JsonNode result) {
        return result.path("state").asText() + (result.path("errors").isEmpty() ? "" : result.path("errors"));
    }

    private JsonNode run(String... arguments) {
        return run(kubeconfig, arguments);
    }

    /** A pod's log has both streams, and all of it must be one document. */
    private JsonNode run(Path access, String... arguments) {
        var root = RepositoryRoot.find();
        var command = new ArrayList<>(List.of(
                "env",
                "KUBECONFIG=" + access,
                "SCORECARD_BUNDLE_ROOT=" + root.resolve("bundle"),
                "SCORECARD_NAMESPACE=" + OperatorProcess.NAMESPACE,
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "@" + root.resolve("operator/src/main/jvm/jvm.options"),
                "-jar",
                root.resolve("operator/target/quarkus-app/quarkus-run.jar").toString(),
                "scorecard"));
        command.addAll(List.of(arguments));
        var ended = Execution.of(LIMIT, command);
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.errors()).isEmpty();
        var results = Serialization.unmarshal(ended.output(), JsonNode.class).path("results");
        assertThat(results).hasSize(1);
        assertThat(results.get(0).path("name").asText()).isEqualTo(arguments[0]);
        return results.get(0);
    }

    /** By the type that operator-sdk reads. */
    private void readsAsAResult(String output) {
        try {
            var file = Files.writeString(plane.folder().file("teststatus.json"), output);
            Execution.require(plane.binaries().get(Program.BUNDLECHECK).toString(), "teststatus", file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
