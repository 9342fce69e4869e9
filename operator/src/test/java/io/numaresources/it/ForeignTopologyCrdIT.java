package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.patch;
import static io.numaresources.it.Installation.sample;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.testbed.AuditEvent;
import io.numaresources.testbed.AuditLog;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Edits;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** The NodeResourceTopology CRD of ours, and of somebody else who installed it first. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ForeignTopologyCrdIT {
    private static final String NAME = "noderesourcetopologies.topology.node.k8s.io";
    private static final String MANAGED_BY = "app.kubernetes.io/managed-by";

    private ControlPlane plane;
    private KubernetesClient client;
    private Installation installation;

    @BeforeAll
    void install(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        SimulatedNodes.create(client, "demo", 1, HPC);
        installation = Installation.ready(plane);
    }

    @AfterAll
    void stop() {
        installation.close();
    }

    @Test
    @Order(1)
    void changedSchemaOfOursIsRepaired() {
        var before = crd();
        Edits.of(client.apiextensions().v1().customResourceDefinitions().withName(NAME), changed -> {
            changed.getSpec().getVersions().forEach(version -> version.setServed(version.getStorage()));
            return changed;
        });
        eventually().untilAsserted(() -> assertThat(crd().getSpec()).isEqualTo(before.getSpec()));
    }

    @Test
    @Order(2)
    void deletedCrdComesBackAndNodesPublishAgain() {
        String uid = crd().getMetadata().getUid();
        client.apiextensions().v1().customResourceDefinitions().withName(NAME).delete();
        eventually()
                .untilAsserted(() -> assertThat(client.apiextensions()
                                .v1()
                                .customResourceDefinitions()
                                .withName(NAME)
                                .get())
                        .isNotNull()
                        .extracting(crd -> crd.getMetadata().getUid())
                        .isNotEqualTo(uid));
    }

    /** Two owners that correct each other never end: scheduler-plugins #375, NFD #2194. */
    @Test
    @Order(3)
    void usableCrdOfSomebodyElseIsUsedAndLeftAlone() throws InterruptedException {
        relabel("Helm");
        eventually()
                .untilAsserted(() -> assertThat(stored(client).getStatus().findings())
                        .anyMatch(finding -> finding.code().equals("TopologyCRDAdopted")));
        var mark = plane.audit().mark();
        patchCrd("{\"metadata\":{\"annotations\":{\"helm.sh/chart\":\"nfd-1\"}}}");
        Thread.sleep(3000);
        assertThat(plane.audit().since(mark, AuditLog.byUser(Installation.OPERATOR_USER)))
                .filteredOn(AuditEvent::isWrite)
                .extracting(AuditEvent::resource)
                .doesNotContain("customresourcedefinitions");
    }

    @Test
    @Order(4)
    void crdOfSomebodyElseThatCannotBeUsedIsCorrected() {
        Edits.of(client.apiextensions().v1().customResourceDefinitions().withName(NAME), changed -> {
            changed.getSpec().getVersions().stream()
                    .filter(version -> "v1alpha2".equals(version.getName()))
                    .forEach(version -> version.setServed(false));
            return changed;
        });
        eventually()
                .untilAsserted(() -> assertThat(crd().getSpec().getVersions())
                        .anyMatch(version -> "v1alpha2".equals(version.getName()) && version.getServed()));
    }

    @Test
    @Order(5)
    void deletionNeverRemovesTheCrdOfSomebodyElse() {
        relabel("Helm");
        patch(client, "{\"spec\":{\"topologyCRD\":{\"onDelete\":\"Delete\"}}}");
        client.resource(sample()).delete();
        eventually().untilAsserted(() -> assertThat(stored(client)).isNull());
        assertThat(crd().getMetadata().getDeletionTimestamp()).isNull();
    }

    private void relabel(String manager) {
        patchCrd("{\"metadata\":{\"labels\":{\"" + MANAGED_BY + "\":\"" + manager + "\"}}}");
    }

    private void patchCrd(String json) {
        client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(NAME)
                .patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    private CustomResourceDefinition crd() {
        return client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(NAME)
                .get();
    }
}
