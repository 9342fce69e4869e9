package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.NAMESPACE;
import static io.numaresources.it.Installation.awaitReady;
import static io.numaresources.it.Installation.condition;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.sample;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Two versions of the operator with a matrix each, one after the other on one cluster and back again. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class UpgradeIT {
    private static final String OLD_UPDATER = "registry.k8s.io/nfd/node-feature-discovery:v0.18.3";
    private static final String NEW_UPDATER = "registry.k8s.io/nfd/node-feature-discovery:v0.19.0";
    private static final String OLD_SCHEDULER = "registry.k8s.io/scheduler-plugins/kube-scheduler:v0.34.6";
    private static final String NEW_SCHEDULER = "registry.k8s.io/scheduler-plugins/kube-scheduler:v0.34.7";
    private static final String HOLD = "hold-an-updater";

    @TempDir
    private Path folder;

    private ControlPlane plane;
    private KubernetesClient client;
    private SchedulerRunner schedulers;
    private OperatorProcess operator;
    private RolloutRecord rollouts;
    private NUMAResourcesOperator before;
    private Map<String, String> uids;

    @BeforeAll
    void start(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        SimulatedNodes.create(client, "demo", 3, HPC);
        var root = RepositoryRoot.find();
        plane.applyManifests(root.resolve("crds"), root.resolve("config/rbac"));
        schedulers = SchedulerRunner.start(plane);
    }

    @AfterAll
    void stop() {
        releaseUpdaters();
        operator.close();
        schedulers.close();
        rollouts.close();
    }

    @Test
    @Order(1)
    void theFirstVersionInstallsWhatItsMatrixNames() throws IOException {
        operator = start("0.1.0", matrix("v0.18.3", "v0.34.6"));
        client.resource(sample()).create();
        awaitReady(client);
        rollouts = RolloutRecord.of(client, NAMESPACE);
        before = stored(client);
        uids = uids();

        assertThat(image("DaemonSet")).isEqualTo(OLD_UPDATER);
        assertThat(image("Deployment")).isEqualTo(OLD_SCHEDULER);
        assertThat(before.getStatus().versions().operator()).isEqualTo("0.1.0");
        assertThat(condition(client, "Upgradeable")).isEqualTo("True AsExpected");
    }

    @Test
    @Order(2)
    void theNextVersionRollsTheUpdatersWhileTheSchedulerServesAsItWas() throws IOException {
        operator.stop();
        client.resource(new ConfigMapBuilder()
                        .withMetadata(former("numa-scheduler-former", "scheduler"))
                        .build())
                .create();
        client.resource(new ServiceAccountBuilder()
                        .withMetadata(former("numa-updater-former", "topology-updater"))
                        .build())
                .create();
        holdAnUpdater();
        rollouts.clear();

        operator = start("0.2.0", matrix("v0.19.0", "v0.34.7"));

        eventually().untilAsserted(() -> {
            assertThat(image("DaemonSet")).isEqualTo(NEW_UPDATER);
            assertThat(condition(client, "Progressing")).isEqualTo("True Upgrading");
            assertThat(condition(client, "Upgradeable")).isEqualTo("False Upgrading");
            assertThat(condition(client, "Available")).isEqualTo("True AsExpected");
            assertThat(message("Progressing"))
                    .startsWith(
                            "scheduler: " + OLD_SCHEDULER + " until the updaters run " + NEW_UPDATER + " (group hpc: ");
            assertThat(client.serviceAccounts()
                            .inNamespace(NAMESPACE)
                            .withName("numa-updater-former")
                            .get())
                    .as("an object of the updaters that only the former version had")
                    .isNull();
        });
        assertThat(image("Deployment")).isEqualTo(OLD_SCHEDULER);
        assertThat(stored(client).getStatus().scheduler().image()).isEqualTo(OLD_SCHEDULER);
        assertThat(client.configMaps()
                        .inNamespace(NAMESPACE)
                        .withName("numa-scheduler-former")
                        .get())
                .as("an object of the scheduler that still runs")
                .isNotNull();
        schedules("during-the-upgrade");
    }

    @Test
    @Order(3)
    void thenTheSchedulerIsRolledAndWhatOnlyTheFormerVersionHadIsGone() {
        releaseUpdaters();
        awaitReady(client);

        assertThat(image("Deployment")).isEqualTo(NEW_SCHEDULER);
        assertThat(condition(client, "Upgradeable")).isEqualTo("True AsExpected");
        assertThat(client.configMaps()
                        .inNamespace(NAMESPACE)
                        .withName("numa-scheduler-former")
                        .get())
                .isNull();
        assertThat(rollouts.firstWith("Deployment", NEW_SCHEDULER))
                .as("the scheduler changes after the updaters: " + rollouts)
                .isGreaterThan(rollouts.firstRolledWith("DaemonSet", NEW_UPDATER));
        assertThat(rollouts.fewestAvailable("Deployment"))
                .as("scheduler pods that served at any time: " + rollouts)
                .isGreaterThanOrEqualTo(2);
        assertThat(uids()).isEqualTo(uids);
        var now = stored(client);
        assertThat(now.getMetadata().getGeneration())
                .isEqualTo(before.getMetadata().getGeneration());
        assertThat(now.getSpec()).isEqualTo(before.getSpec());
        assertThat(now.getStatus().versions().operator()).isEqualTo("0.2.0");
        assertThat(now.getStatus().findings()).extracting(Finding::code).doesNotContain("OperatorDowngraded");
        schedules("after-the-upgrade");
    }

    @Test
    @Order(4)
    void aDowngradeGoesTheOtherWayAndSaysWhatItLeaves() throws IOException {
        operator.stop();
        client.resource(new PriorityClassBuilder()
                        .withNewMetadata()
                        .withName("numa-of-the-newer-version")
                        .addToLabels("app.kubernetes.io/managed-by", "numaresources-operator")
                        .endMetadata()
                        .withValue(1)
                        .build())
                .create();
        client.resources(NUMAResourcesOperator.class)
                .withName(NUMAResourcesOperator.NAME)
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON), """
                        [{"op":"add","path":"/status/relatedObjects/-","value":
                          {"group":"scheduling.k8s.io","resource":"priorityclasses","name":"numa-of-the-newer-version"}}]
                        """);
        rollouts.clear();

        operator = start("0.1.0", matrix("v0.18.3", "v0.34.6"));

        eventually().atMost(Duration.ofSeconds(120)).untilAsserted(() -> {
            assertThat(image("DaemonSet")).isEqualTo(OLD_UPDATER);
            assertThat(condition(client, "Ready")).isEqualTo("True AsExpected");
        });
        assertThat(rollouts.firstWith("DaemonSet", OLD_UPDATER))
                .as("the updaters change after the scheduler: " + rollouts)
                .isGreaterThan(rollouts.firstRolledWith("Deployment", OLD_SCHEDULER));
        assertThat(rollouts.fewestAvailable("Deployment")).isGreaterThanOrEqualTo(2);
        var status = stored(client).getStatus();
        assertThat(status.versions().operator()).isEqualTo("0.1.0");
        assertThat(status.versions().newestOperator()).isEqualTo("0.2.0");
        assertThat(status.findings())
                .filteredOn(finding -> finding.code().equals("OperatorDowngraded"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .contains("0.2.0", "0.1.0", "priorityclasses numa-of-the-newer-version"));
        assertThat(client.scheduling()
                        .v1()
                        .priorityClasses()
                        .withName("numa-of-the-newer-version")
                        .get())
                .isNotNull();
        assertThat(uids()).isEqualTo(uids);
        schedules("after-the-downgrade");
    }

    private OperatorProcess start(String version, Path matrix) {
        var process = OperatorProcess.builder(plane)
                .environment("NUMARESOURCES_VERSION", version)
                .environment("NUMARESOURCES_VERSION_MATRIX", matrix.toString())
                .start();
        process.awaitReady();
        return process;
    }

    /** The shipped matrix with other versions in it. */
    private Path matrix(String updater, String scheduler) throws IOException {
        var shipped =
                Files.readString(RepositoryRoot.find().resolve("operator/src/main/resources/version-matrix.yaml"));
        return Files.writeString(
                folder.resolve(updater + "-" + scheduler + ".yaml"),
                shipped.replace("featureDiscovery: v0.19.0", "featureDiscovery: " + updater)
                        .replace("scheduler: v0.34.7", "scheduler: " + scheduler));
    }

    private static ObjectMeta former(String name, String component, NUMAResourcesOperator owner) {
        return new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(NAMESPACE)
                .addToLabels("app.kubernetes.io/managed-by", "numaresources-operator")
                .addToLabels("app.kubernetes.io/component", component)
                .addNewOwnerReference()
                .withApiVersion(owner.getApiVersion())
                .withKind(owner.getKind())
                .withName(owner.getMetadata().getName())
                .withUid(owner.getMetadata().getUid())
                .endOwnerReference()
                .build();
    }

    private ObjectMeta former(String name, String component) {
        return former(name, component, before);
    }

    /** One pod that may not be deleted, so that its node keeps the former version; kwok would remove a finalizer. */
    private void holdAnUpdater() {
        var held = updaters().getFirst();
        client.resource(new ValidatingAdmissionPolicyBuilder()
                        .withNewMetadata()
                        .withName(HOLD)
                        .endMetadata()
                        .withNewSpec()
                        .withNewMatchConstraints()
                        .addNewResourceRule()
                        .withApiGroups("")
                        .withApiVersions("v1")
                        .withResources("pods")
                        .withOperations("DELETE")
                        .endResourceRule()
                        .endMatchConstraints()
                        .addNewValidation()
                        .withExpression("oldObject.metadata.name != '%s'"
                                .formatted(held.getMetadata().getName()))
                        .withMessage("held")
                        .endValidation()
                        .endSpec()
                        .build())
                .create();
        client.resource(new ValidatingAdmissionPolicyBindingBuilder()
                        .withNewMetadata()
                        .withName(HOLD)
                        .endMetadata()
                        .withNewSpec()
                        .withPolicyName(HOLD)
                        .withValidationActions("Deny")
                        .endSpec()
                        .build())
                .create();
        eventually()
                .untilAsserted(() -> assertThatThrownBy(
                                () -> client.resource(held).dryRun().delete())
                        .hasMessageContaining("held"));
    }

    private void releaseUpdaters() {
        var policies = client.admissionRegistration().v1();
        policies.validatingAdmissionPolicyBindings().withName(HOLD).delete();
        policies.validatingAdmissionPolicies().withName(HOLD).delete();
    }

    private List<Pod> updaters() {
        return client.pods()
                .inNamespace(NAMESPACE)
                .withLabel("app.kubernetes.io/component", "topology-updater")
                .list()
                .getItems();
    }

    /** The scheduler of the stack binds a pod. */
    private void schedules(String name) {
        client.resource(Pods.guaranteed(name, "topo-aware-scheduler", 1, "256Mi"))
                .create();
        eventually()
                .untilAsserted(() -> assertThat(client.pods()
                                .inNamespace("default")
                                .withName(name)
                                .get()
                                .getSpec()
                                .getNodeName())
                        .isNotNull());
    }

    private String image(String kind) {
        return (kind.equals("DaemonSet")
                        ? daemonSet().getSpec().getTemplate()
                        : deployment().getSpec().getTemplate())
                .getSpec()
                .getContainers()
                .getFirst()
                .getImage();
    }

    private io.fabric8.kubernetes.api.model.apps.DaemonSet daemonSet() {
        return client.apps()
                .daemonSets()
                .inNamespace(NAMESPACE)
                .withName("numa-updater-hpc")
                .get();
    }

    private io.fabric8.kubernetes.api.model.apps.Deployment deployment() {
        return client.apps()
                .deployments()
                .inNamespace(NAMESPACE)
                .withName("numa-scheduler")
                .get();
    }

    private Map<String, String> uids() {
        return Map.of(
                "DaemonSet", uid(daemonSet()),
                "Deployment", uid(deployment()),
                "NUMAResourcesOperator", uid(stored(client)));
    }

    private static String uid(HasMetadata object) {
        return object.getMetadata().getUid();
    }

    private String message(String type) {
        return stored(client).getStatus().conditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst()
                .orElseThrow()
                .getMessage();
    }
}
