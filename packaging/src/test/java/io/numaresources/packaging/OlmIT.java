package io.numaresources.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.ClusterServiceVersionBuilder;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The bundle in the hands of OLM's own controller, in order: installation, the one resource, upgrade. The pod that OLM's Deployment makes is
 * simulated; the operator itself runs as a process with the rights that OLM gave to its ServiceAccount.
 */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OlmIT {
    private static final Path BUNDLE = Tool.root().resolve("bundle");

    private ControlPlane plane;
    private KubernetesClient client;
    private OlmInstall olm;
    private SchedulerRunner schedulers;
    private OperatorProcess operator;

    @BeforeAll
    void start(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        SimulatedNodes.createPlain(client, "plain", 1, Map.of());
        SimulatedNodes.create(client, "demo", 2, Map.of("node-role.kubernetes.io/hpc", ""));
        olm = OlmInstall.start(plane);
    }

    @AfterAll
    void stop() {
        Stream.of(operator, schedulers, olm).filter(java.util.Objects::nonNull).forEach(running -> {
            try {
                running.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    @Order(1)
    void olmInstallsTheOperator() {
        var csv = OlmInstall.csv(BUNDLE);
        olm.prepareNamespace(csv);
        olm.install(BUNDLE, csv);

        awaitSucceeded(csv.getMetadata().getName());
        var deployment = client.apps()
                .deployments()
                .inNamespace(Release.NAMESPACE)
                .withName(Release.NAME)
                .get();
        assertThat(deployment.getStatus().getAvailableReplicas()).isEqualTo(1);
        assertThat(deployment
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getEnv())
                .anyMatch(variable -> variable.getName().equals("RELATED_IMAGE_SCHEDULER_V0_34_7"));
    }

    @Test
    @Order(2)
    void withTheRightsThatOlmGaveTheOneResourceMakesTheClusterNumaAware() {
        schedulers = SchedulerRunner.start(plane);
        operator = OperatorProcess.start(plane);
        operator.awaitReady(Duration.ofMinutes(3));
        var annotations = OlmInstall.csv(BUNDLE).getMetadata().getAnnotations();
        JsonNode resource = Serialization.unmarshal(
                annotations.get("operatorframework.io/initialization-resource"), JsonNode.class);
        // simulated nodes have no agent
        resource.at("/spec/nodeGroups").forEach(group -> ((ObjectNode) group.path("kubelet")).put("provider", "None"));
        StrictApply.apply(client, resource);

        eventually().untilAsserted(() -> assertThat(ready()).isEqualTo("True"));
    }

    @Test
    @Order(3)
    void anUpgradeLeavesTheResourceAndItsOperandsAlone() {
        awaitSchedulerRestart();
        var before = operands();
        assertThat(before).hasSizeGreaterThanOrEqualTo(3);
        var first = OlmInstall.csv(BUNDLE);
        var next = new ClusterServiceVersionBuilder(first)
                .editMetadata()
                .withName(Release.NAME + ".v99.0.0")
                .endMetadata()
                .editSpec()
                .withVersion("99.0.0")
                .withReplaces(first.getMetadata().getName())
                .endSpec()
                .build();
        var container = next.getSpec()
                .getInstall()
                .getSpec()
                .getDeployments()
                .getFirst()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst();
        container.setImage("registry.example.com/numaresources/operator:99.0.0");

        olm.install(BUNDLE, next);

        awaitSucceeded(next.getMetadata().getName());
        eventually()
                .untilAsserted(() ->
                        assertThat(olm.phase(first.getMetadata().getName())).isEqualTo("absent"));
        assertThat(client.apps()
                        .deployments()
                        .inNamespace(Release.NAMESPACE)
                        .withName(Release.NAME)
                        .get()
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getImage())
                .endsWith(":99.0.0");
        assertThat(operands()).isEqualTo(before);
        eventually().untilAsserted(() -> assertThat(ready()).isEqualTo("True"));
    }

    /** What a newer operator's matrix changes are images; here the variables that a bundle sets do. */
    @Test
    @Order(4)
    void otherImagesAreRolledInPlace() {
        var before = uids();
        operator.stop();
        operator = OperatorProcess.builder(plane)
                .environment("RELATED_IMAGE_SCHEDULER_V0_34_7", "registry.example.com/scheduler:v0.34.8")
                .environment("RELATED_IMAGE_FEATURE_DISCOVERY_V0_19_0", "registry.example.com/nfd:v0.19.1")
                .start();

        eventually().untilAsserted(() -> {
            assertThat(images())
                    .contains("registry.example.com/scheduler:v0.34.8", "registry.example.com/nfd:v0.19.1")
                    .noneMatch(image -> image.startsWith("registry.k8s.io/"));
            assertThat(ready()).isEqualTo("True");
        });
        assertThat(uids()).isEqualTo(before);
    }

    private Map<String, String> uids() {
        var uids = new TreeMap<String, String>();
        operands().forEach((name, value) -> uids.put(name, value.substring(0, value.indexOf(' '))));
        return uids;
    }

    /** Images of the workloads whose rollout is complete. */
    private List<String> images() {
        var updaters = client.apps().daemonSets().inNamespace(Release.NAMESPACE).list().getItems().stream()
                .filter(set ->
                        set.getMetadata().getGeneration().equals(set.getStatus().getObservedGeneration())
                                && set.getStatus()
                                        .getDesiredNumberScheduled()
                                        .equals(set.getStatus().getUpdatedNumberScheduled()))
                .map(set -> set.getSpec().getTemplate());
        var scheduler = client
                .apps()
                .deployments()
                .inNamespace(Release.NAMESPACE)
                .withLabel("app.kubernetes.io/component", "scheduler")
                .list()
                .getItems()
                .stream()
                .filter(deployment -> deployment
                        .getSpec()
                        .getReplicas()
                        .equals(deployment.getStatus().getUpdatedReplicas()))
                .map(deployment -> deployment.getSpec().getTemplate());
        return Stream.concat(updaters, scheduler)
                .flatMap(template -> template.getSpec().getContainers().stream())
                .map(container -> container.getImage())
                .toList();
    }

    private void awaitSucceeded(String name) {
        eventually()
                .untilAsserted(() -> assertThat(olm.phase(name))
                        .as(() -> String.join("\n", olm.process().log().tail(5)))
                        .isEqualTo("Succeeded"));
    }

    /** A new scheduler is restarted once, when the first topologies are there. */
    private void awaitSchedulerRestart() {
        eventually()
                .untilAsserted(() -> assertThat(client.resources(NUMAResourcesOperator.class)
                                .withName(NUMAResourcesOperator.NAME)
                                .get()
                                .getStatus()
                                .scheduler()
                                .lastRestart())
                        .isNotNull());
    }

    private String ready() {
        var resource = client.resources(NUMAResourcesOperator.class)
                .withName(NUMAResourcesOperator.NAME)
                .get();
        if (resource == null || resource.getStatus() == null) {
            return "absent";
        }
        return resource.getStatus().conditions().stream()
                .filter(condition -> condition.getType().equals("Ready"))
                .map(condition -> condition.getStatus())
                .findFirst()
                .orElse("absent");
    }

    /** UID and generation of the resource and of the workloads that belong to it. */
    private Map<String, String> operands() {
        var all = new TreeMap<String, String>();
        Stream.<HasMetadata>concat(
                        Stream.concat(
                                client.apps().daemonSets().inNamespace(Release.NAMESPACE).list().getItems().stream(),
                                client
                                        .apps()
                                        .deployments()
                                        .inNamespace(Release.NAMESPACE)
                                        .withLabel("app.kubernetes.io/component", "scheduler")
                                        .list()
                                        .getItems()
                                        .stream()),
                        client
                                .genericKubernetesResources("numaresources.io/v1alpha1", "NUMAResourcesOperator")
                                .list()
                                .getItems()
                                .stream()
                                .map(GenericKubernetesResource.class::cast))
                .forEach(object -> all.put(
                        object.getKind() + " " + object.getMetadata().getName(),
                        object.getMetadata().getUid() + " "
                                + object.getMetadata().getGeneration()));
        return all;
    }

    private static org.awaitility.core.ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofMinutes(4)).pollInterval(Duration.ofMillis(500));
    }
}
