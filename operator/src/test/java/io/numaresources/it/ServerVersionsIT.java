package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.NAMESPACE;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.sample;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.VersionProxy;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One cluster upgraded from 1.29 to 1.37 under a running operator. The server is the testbed's 1.34 with another answer to /version, since
 * older ones can't be built here; the kubelets' versions are those of the node objects.
 */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.MethodName.class)
class ServerVersionsIT {
    private KubernetesClient client;
    private VersionProxy proxy;
    private OperatorProcess operator;
    private String node;

    @BeforeAll
    void installOnTheOldest(ControlPlane plane) {
        client = plane.client();
        node = SimulatedNodes.createPlain(client, "plain", 1, HPC).getFirst();
        kubelet("v1.29.3");
        var root = RepositoryRoot.find();
        plane.applyManifests(root.resolve("crds"), root.resolve("config/rbac"));
        proxy = VersionProxy.start(plane, "v1.29.3");
        operator = OperatorProcess.builder(plane).server(proxy.url()).start();
        operator.awaitReady();
        client.resource(sample()).create();
    }

    @AfterAll
    void stop() {
        operator.close();
        proxy.close();
    }

    @ParameterizedTest
    @CsvSource({
        "1.29, v0.29.7, v0.18.3",
        "1.30, v0.30.12, v0.18.3",
        "1.31, v0.31.8, v0.18.3",
        "1.32, v0.32.7, v0.18.3",
        "1.33, v0.33.5, v0.19.0",
        "1.34, v0.34.7, v0.19.0",
        "1.35, v0.34.7, v0.19.0",
        "1.36, v0.34.7, v0.19.0",
        "1.37, v0.34.7, v0.19.0",
    })
    void upgradeOfTheClusterMovesTheChoice(String minor, String scheduler, String discovery) {
        // as an upgrade goes: the control plane, then the kubelets
        proxy.claim("v" + minor + ".3");
        kubelet("v" + minor + ".3");
        eventually().untilAsserted(() -> {
            var status = stored(client).getStatus();
            assertThat(status).isNotNull();
            var versions = status.versions();
            assertThat(versions.matrix()).isEqualTo(minor);
            assertThat(versions.kubernetes()).isEqualTo(minor);
            assertThat(images(schedulerContainers())).containsExactly("kube-scheduler:" + scheduler);
            assertThat(images(updaterContainers())).contains("node-feature-discovery:" + discovery);
        });
    }

    private List<Container> schedulerContainers() {
        return client.apps()
                .deployments()
                .inNamespace(NAMESPACE)
                .withName("numa-scheduler")
                .get()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers();
    }

    private List<Container> updaterContainers() {
        return client.apps()
                .daemonSets()
                .inNamespace(NAMESPACE)
                .withName("numa-updater-hpc")
                .get()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers();
    }

    private static List<String> images(List<Container> containers) {
        return containers.stream()
                .map(container -> container.getImage().replaceAll("^.*/", ""))
                .toList();
    }

    private void kubelet(String version) {
        client.nodes()
                .withName(node)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\":{\"nodeInfo\":{\"kubeletVersion\":\"" + version + "\"}}}");
    }
}
