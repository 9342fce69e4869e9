package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.NAMESPACE;
import static io.numaresources.it.Installation.condition;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.patch;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Edits;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An operator that is older than the resource, as after a downgrade, with the CRDs of the newer version. */
@Testbed
class NewerSpecIT {
    private static final String SPEC = """
            {"spec": {"nodeGroups": [
              {"name": "hpc", "nodeSelector": {"matchLabels": {"node-role.kubernetes.io/hpc": ""}},
               "kubelet": {"topologyManager": {"policy": "%s"}}},
              {"name": "telco", "nodeSelector": {"matchLabels": {"node-role.kubernetes.io/telco": ""}}}],
              "scheduler": {"informer": "%s"}}}
            """;

    @Test
    void leavesAloneWhatItDoesNotUnderstandAndServesTheRest(ControlPlane plane) {
        var client = plane.client();
        SimulatedNodes.create(client, "hpc", "demo", 1, HPC);
        SimulatedNodes.create(client, "telco", "demo", 1, Map.of("node-role.kubernetes.io/telco", ""));
        try (var _ = Installation.start(plane)) {
            Edits.of(
                    client.apiextensions()
                            .v1()
                            .customResourceDefinitions()
                            .withName("numaresourcesoperators.numaresources.io"),
                    NewerSpecIT::newer);
            eventually()
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(client.resource(resource("two-numa-nodes", "Auto"))
                                    .create())
                            .isNotNull());

            eventually().untilAsserted(() -> {
                assertThat(condition(client, "Degraded")).isEqualTo("True UnknownValue");
                assertThat(daemonSets(client)).containsExactly("numa-updater-telco");
            });
            assertThat(stored(client).getStatus().nodeGroups().getFirst().phase())
                    .isEqualTo("Unreadable");
            assertThat(stored(client).getStatus().findings())
                    .filteredOn(finding -> "UnknownValue".equals(finding.code()))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.group()).isEqualTo("hpc");
                        assertThat(finding.message()).contains("two-numa-nodes");
                    });

            patch(client, SPEC.formatted("restricted", "Both"));
            eventually()
                    .untilAsserted(
                            () -> assertThat(condition(client, "Progressing")).isEqualTo("False UnknownValue"));
            assertThat(daemonSets(client)).containsExactly("numa-updater-telco");

            patch(client, SPEC.formatted("restricted", "Auto"));
            eventually().untilAsserted(() -> {
                assertThat(daemonSets(client)).containsExactly("numa-updater-hpc", "numa-updater-telco");
                assertThat(condition(client, "Degraded")).startsWith("False");
            });
        }
    }

    private static CustomResourceDefinition newer(CustomResourceDefinition crd) {
        var spec = at(crd.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema(), "spec");
        var group = at(spec, "nodeGroups").getItems().getSchema();
        allow(at(group, "kubelet", "topologyManager", "policy"), "two-numa-nodes");
        allow(at(spec, "scheduler", "informer"), "Both");
        return crd;
    }

    private static JSONSchemaProps at(JSONSchemaProps schema, String... path) {
        for (String name : path) {
            schema = schema.getProperties().get(name);
        }
        return schema;
    }

    private static void allow(JSONSchemaProps schema, String value) {
        var values = new ArrayList<>(schema.getEnum());
        values.add(TextNode.valueOf(value));
        schema.setEnum(values);
    }

    private static GenericKubernetesResource resource(String policy, String informer) {
        return Serialization.unmarshal(
                """
                {"apiVersion": "numaresources.io/v1alpha1", "kind": "NUMAResourcesOperator",
                 "metadata": {"name": "numaresources"}, %s
                """.formatted(SPEC.formatted(policy, informer).strip().substring(1)), GenericKubernetesResource.class);
    }

    private static List<String> daemonSets(KubernetesClient client) {
        return client.apps().daemonSets().inNamespace(NAMESPACE).list().getItems().stream()
                .map(set -> set.getMetadata().getName())
                .sorted()
                .toList();
    }
}
