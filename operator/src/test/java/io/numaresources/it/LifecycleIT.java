package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.NAMESPACE;
import static io.numaresources.it.Installation.OPERATOR_USER;
import static io.numaresources.it.Installation.awaitReady;
import static io.numaresources.it.Installation.condition;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.patch;
import static io.numaresources.it.Installation.sample;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.AuditEvent;
import io.numaresources.testbed.AuditLog;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Nodes;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** One installation through its life, in order: install, rest, drift, changes, deletion. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LifecycleIT {
    private ControlPlane plane;
    private KubernetesClient client;
    private OperatorProcess operator;
    private SchedulerRunner schedulers;
    private List<String> nodes;

    @BeforeAll
    void install(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        nodes = SimulatedNodes.create(client, "demo", 3, HPC);
        operator = Installation.start(plane);
        schedulers = SchedulerRunner.start(plane);
        client.resource(sample()).create();
    }

    @AfterAll
    void stop() {
        operator.close();
        schedulers.close();
    }

    @Test
    @Order(1)
    void tenLinesMakeTheClusterNumaAware() {
        awaitReady(client);
        var status = stored(client).getStatus();
        assertThat(condition(client, "Available")).isEqualTo("True AsExpected");
        assertThat(condition(client, "Degraded")).isEqualTo("False AsExpected");
        assertThat(status.topologies().nodes()).isEqualTo(3);
        assertThat(status.scheduler().name()).isEqualTo("topo-aware-scheduler");
        assertThat(status.nodeGroups().getFirst().ready()).isEqualTo(3);
        assertThat(status.findings()).anyMatch(finding -> finding.code().equals("KubeletNotWritten"));
        assertThat(client.genericKubernetesResources("topology.node.k8s.io/v1alpha2", "NodeResourceTopology")
                        .list()
                        .getItems())
                .extracting(topology -> topology.getMetadata().getName())
                .containsExactlyInAnyOrderElementsOf(nodes);
    }

    @Test
    @Order(2)
    void steadyStateMakesNoRequestButLeaseRenewals() throws InterruptedException {
        // the restart of the scheduler after the first topologies is part of an install
        quiet();
        var mark = plane.audit().mark();
        Thread.sleep(Duration.ofSeconds(60));
        var requests = plane.audit().since(mark, AuditLog.byUser(OPERATOR_USER)).stream()
                .filter(event -> !event.verb().equals("watch"))
                .map(event -> event.verb() + " " + event.resource())
                .toList();
        assertThat(requests).allMatch(request -> request.endsWith(" leases"));
        assertThat(requests).hasSizeLessThanOrEqualTo(14);
    }

    @Test
    @Order(3)
    void noAccountOfTheInstallationReadsSecrets() {
        var accounts = client.serviceAccounts().inNamespace(NAMESPACE).list().getItems();
        assertThat(accounts)
                .extracting(account -> account.getMetadata().getName())
                .contains("numaresources-operator", "numa-scheduler", "numa-updater-nfd");
        for (var account : accounts) {
            for (var verb : List.of("get", "list", "watch")) {
                var review = new SubjectAccessReviewBuilder()
                        .withNewSpec()
                        .withUser("system:serviceaccount:" + NAMESPACE + ":"
                                + account.getMetadata().getName())
                        .withNewResourceAttributes()
                        .withResource("secrets")
                        .withVerb(verb)
                        .withNamespace(NAMESPACE)
                        .endResourceAttributes()
                        .endSpec()
                        .build();
                assertThat(client.authorization()
                                .v1()
                                .subjectAccessReview()
                                .create(review)
                                .getStatus()
                                .getAllowed())
                        .as(verb + " secrets as " + account.getMetadata().getName())
                        .isFalse();
            }
        }
    }

    @Test
    @Order(5)
    void anotherUpdaterTypeReplacesTheFirst() {
        patch(client, "{\"spec\":{\"updater\":{\"type\":\"ResourceTopologyExporter\"}}}");
        eventually().atMost(Duration.ofSeconds(120)).untilAsserted(() -> {
            assertThat(owners()).containsOnly(Map.entry("Node", 3L));
            assertThat(condition(client, "Ready")).isEqualTo("True AsExpected");
        });
        assertThat(stored(client).getStatus().nodeGroups().getFirst().updater()).isEqualTo("ResourceTopologyExporter");
        patch(client, "{\"spec\":{\"updater\":{\"type\":\"NodeFeatureDiscovery\"}}}");
        eventually().atMost(Duration.ofSeconds(120)).untilAsserted(() -> {
            assertThat(owners()).containsOnly(Map.entry("Namespace", 3L));
            assertThat(condition(client, "Ready")).isEqualTo("True AsExpected");
        });
    }

    @Test
    @Order(6)
    void topologyOfANodeThatLeavesIsRemoved() {
        label(nodes.getFirst(), null);
        eventually().untilAsserted(() -> assertThat(owners()).containsOnly(Map.entry("Namespace", 2L)));
        eventually()
                .untilAsserted(
                        () -> assertThat(stored(client).getStatus().nodeCount()).isEqualTo(2));
        label(nodes.getFirst(), "");
        eventually().untilAsserted(() -> assertThat(owners()).containsOnly(Map.entry("Namespace", 3L)));
        awaitReady(client);
    }

    @Test
    @Order(7)
    void overlappingGroupsAreReportedAndLeftAlone() {
        patch(client, """
                {"spec":{"nodeGroups":[
                 {"name":"hpc","nodeSelector":{"matchLabels":{"node-role.kubernetes.io/hpc":""}}},
                 {"name":"twin","nodeSelector":{"matchLabels":{"node-role.kubernetes.io/hpc":""}}}]}}""");
        eventually()
                .untilAsserted(() -> assertThat(condition(client, "Degraded")).isEqualTo("True OverlappingGroups"));
        var sets = client.apps().daemonSets().inNamespace(NAMESPACE).list().getItems();
        assertThat(sets).extracting(set -> set.getMetadata().getName()).containsExactly("numa-updater-hpc");
        patch(client, """
                {"spec":{"nodeGroups":[
                 {"name":"hpc","nodeSelector":{"matchLabels":{"node-role.kubernetes.io/hpc":""}}},
                 {"name":"empty","nodeSelector":{"matchLabels":{"no-such-label":""}}}]}}""");
        eventually()
                .untilAsserted(() -> assertThat(stored(client).getStatus().findings())
                        .anyMatch(finding -> finding.code().equals("EmptyGroup") && "empty".equals(finding.group())));
        patch(client, """
                {"spec":{"nodeGroups":[
                 {"name":"hpc","nodeSelector":{"matchLabels":{"node-role.kubernetes.io/hpc":""}}}]}}""");
        awaitReady(client);
    }

    @Test
    @Order(8)
    void pausedChangesNothingAndReportsDrift() throws InterruptedException {
        patch(client, "{\"spec\":{\"paused\":true}}");
        eventually()
                .untilAsserted(
                        () -> assertThat(condition(client, "Progressing")).isEqualTo("False Paused"));
        client.configMaps().inNamespace(NAMESPACE).withName("numa-scheduler").delete();
        Thread.sleep(Duration.ofSeconds(3));
        assertThat(client.configMaps()
                        .inNamespace(NAMESPACE)
                        .withName("numa-scheduler")
                        .get())
                .isNull();
        eventually()
                .untilAsserted(() -> assertThat(stored(client).getStatus().conditions())
                        .anyMatch(condition ->
                                condition.getMessage().contains("create ConfigMap numa-system/numa-scheduler")));
        patch(client, "{\"spec\":{\"paused\":false}}");
        awaitReady(client);
    }

    @Test
    @Order(9)
    void aSchedulerThatIsSwitchedOffIsRemoved() {
        patch(client, "{\"spec\":{\"scheduler\":{\"enabled\":false}}}");
        eventually().untilAsserted(() -> assertThat(schedulerObjects()).isZero());
        patch(client, "{\"spec\":{\"scheduler\":{\"enabled\":true}}}");
        eventually().untilAsserted(() -> assertThat(schedulerObjects()).isEqualTo(4));
    }

    @Test
    @Order(10)
    void deletionLeavesOnlyTheTopologyCrd() {
        client.resource(sample()).delete();
        eventually().untilAsserted(() -> assertThat(stored(client)).isNull());
        eventually().untilAsserted(() -> {
            assertThat(owners()).isEmpty();
            assertThat(client.apps().daemonSets().inNamespace(NAMESPACE).list().getItems())
                    .isEmpty();
            assertThat(client.apps().deployments().inNamespace(NAMESPACE).list().getItems())
                    .isEmpty();
            assertThat(client.resources(ClusterRole.class)
                            .withLabel("app.kubernetes.io/managed-by", "numaresources-operator")
                            .list()
                            .getItems())
                    .isEmpty();
        });
        assertThat(client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("noderesourcetopologies.topology.node.k8s.io")
                        .get())
                .isNotNull();
    }

    /** Of those that only the scheduler has: its Deployment, Service, PodDisruptionBudget and binding in kube-system. */
    private int schedulerObjects() {
        return client.apps()
                        .deployments()
                        .inNamespace(NAMESPACE)
                        .list()
                        .getItems()
                        .size()
                + client.services().inNamespace(NAMESPACE).list().getItems().size()
                + client.policy()
                        .v1()
                        .podDisruptionBudget()
                        .inNamespace(NAMESPACE)
                        .list()
                        .getItems()
                        .size()
                + client.rbac()
                        .roleBindings()
                        .inNamespace("kube-system")
                        .withLabel("app.kubernetes.io/managed-by", "numaresources-operator")
                        .list()
                        .getItems()
                        .size();
    }

    private void quiet() {
        eventually().atMost(Duration.ofSeconds(90)).until(() -> {
            var mark = plane.audit().mark();
            Thread.sleep(Duration.ofSeconds(8));
            return plane.audit().since(mark, AuditLog.byUser(OPERATOR_USER)).stream()
                    .filter(AuditEvent::isWrite)
                    .allMatch(event -> "leases".equals(event.resource()));
        });
    }

    private Map<String, Long> owners() {
        return client
                .genericKubernetesResources("topology.node.k8s.io/v1alpha2", "NodeResourceTopology")
                .list()
                .getItems()
                .stream()
                .collect(Collectors.groupingBy(
                        topology -> topology.getMetadata()
                                .getOwnerReferences()
                                .getFirst()
                                .getKind(),
                        Collectors.counting()));
    }

    private void label(String node, @org.jspecify.annotations.Nullable String value) {
        Nodes.label(client, node, Collections.singletonMap("node-role.kubernetes.io/hpc", value));
    }
}
