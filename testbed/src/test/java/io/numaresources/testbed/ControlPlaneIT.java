package io.numaresources.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.numaresources.testbed.cli.Main;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.RunFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlPlaneIT {

    @Test
    void runsAPodOnANodeWithoutAMachine() {
        try (var plane = ControlPlane.start()) {
            var client = plane.client();
            client.resource(new NodeBuilder()
                            .withNewMetadata()
                            .withName("plain")
                            .addToAnnotations("kwok.x-k8s.io/node", "fake")
                            .endMetadata()
                            .build())
                    .create();
            client.resource(pod("web")).create();

            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                Pod pod = client.pods().inNamespace("default").withName("web").get();
                assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
                assertThat(pod.getSpec().getNodeName()).isEqualTo("plain");
            });
            assertThat(client.getKubernetesVersion().getGitVersion())
                    .isEqualTo(plane.binaries().kubernetesVersion());
            plane.requireAlive();
        }
    }

    @Test
    void saysWhoAskedForWhat() {
        try (var plane = ControlPlane.start()) {
            var mark = plane.audit().mark();
            plane.client()
                    .resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName("noted")
                            .withNamespace("default")
                            .endMetadata()
                            .build())
                    .create();

            await().untilAsserted(() -> assertThat(plane.audit()
                            .since(
                                    mark,
                                    AuditLog.byAgent("numaresources-testbed").and(AuditEvent::isWrite)))
                    .singleElement()
                    .satisfies(event -> {
                        assertThat(event.verb()).isEqualTo("create");
                        assertThat(event.resource()).isEqualTo("configmaps");
                        assertThat(event.name()).isEqualTo("noted");
                        assertThat(event.code()).isEqualTo(201);
                    }));
        }
    }

    @Test
    void givesServiceAccountsNoMoreThanTheirRoles() {
        try (var plane = ControlPlane.start();
                var client = plane.newClient(plane.kubeconfigOf("default", "default"))) {
            assertThatThrownBy(() -> client.nodes().list())
                    .hasMessageContaining("system:serviceaccount:default:default")
                    .hasMessageContaining("cannot list resource \"nodes\"");
        }
    }

    @Test
    void leavesNothingBehindAndDoesNotDisturbAnotherOne() {
        try (var first = ControlPlane.start()) {
            List<ChildProcess> stopped;
            Path folder;
            try (var second = ControlPlane.start()) {
                stopped = second.processes();
                folder = second.folder().path();
                assertThat(second.kubeconfig().server())
                        .isNotEqualTo(first.kubeconfig().server());
            }

            assertThat(stopped)
                    .noneMatch(process -> ProcessHandle.of(process.pid()).isPresent());
            assertThat(folder).doesNotExist();
            first.requireAlive();
            assertThat(first.client().namespaces().list().getItems()).isNotEmpty();
        }
    }

    @Test
    void reportsTheAskedVersion() {
        try (var plane = ControlPlane.builder().serverVersion("v1.35.0").start()) {
            assertThat(plane.client().getKubernetesVersion().getGitVersion()).isEqualTo("v1.35.0");
            assertThat(plane.client().getKubernetesVersion().getMinor()).isEqualTo("35");
        }
    }

    @Test
    void diesWithAJvmThatIsKilled() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java, "-cp", System.getProperty("java.class.path"), Main.class.getName(), "up", "-o", "json")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var out = process.inputReader()) {
            var line = new ObjectMapper().readTree(out.readLine());
            var folder = Path.of(line.path("folder").asText());
            var children = process.descendants().toList();
            assertThat(children).hasSizeGreaterThanOrEqualTo(5);

            process.destroyForcibly().waitFor();

            await().atMost(Duration.ofSeconds(10)).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(RunFolder.cleanStale(RunFolder.parent())).contains(folder);
            assertThat(folder).doesNotExist();
        }
    }

    private static Pod pod(String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("none")
                .endContainer()
                .endSpec()
                .build();
    }
}
