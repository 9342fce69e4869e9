package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.awaitReady;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.api.v1alpha1.RelatedObject;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every object that the status names, changed and deleted by somebody else. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DriftIT {
    private KubernetesClient client;
    private Installation installation;
    private List<RelatedObject> owned;

    @BeforeAll
    void install(ControlPlane plane) {
        client = plane.client();
        SimulatedNodes.create(client, "demo", 2, HPC);
        installation = Installation.ready(plane);
        owned = stored(client).getStatus().relatedObjects();
        assertThat(owned)
                .extracting(RelatedObject::resource)
                .contains(
                        "configmaps",
                        "services",
                        "serviceaccounts",
                        "daemonsets",
                        "deployments",
                        "poddisruptionbudgets",
                        "roles",
                        "rolebindings",
                        "clusterroles",
                        "clusterrolebindings");
    }

    @AfterAll
    void stop() {
        installation.close();
    }

    @Test
    void deletionIsRepaired() {
        for (var related : owned) {
            var before = find(related);
            client.resource(before).delete();
            eventually()
                    .untilAsserted(() -> assertThat(Objects.find(client, related))
                            .as(describe(related))
                            .isNotNull()
                            .extracting(object -> object.getMetadata().getUid())
                            .isNotEqualTo(before.getMetadata().getUid()));
        }
    }

    /** The informers select by this label: an object that lost it looks deleted. */
    @Test
    void lostLabelIsRepaired() {
        for (var related : owned) {
            var before = find(related);
            patch(before, "{\"metadata\":{\"labels\":{\"app.kubernetes.io/managed-by\":null}}}");
            eventually()
                    .untilAsserted(() -> assertThat(find(related).getMetadata().getLabels())
                            .as(describe(related))
                            .containsAllEntriesOf(before.getMetadata().getLabels()));
        }
    }

    @Test
    void changedContentIsRepaired() {
        for (var related : owned) {
            var before = find(related);
            String content = contentOf(related);
            if (content.isEmpty()) {
                continue;
            }
            patch(before, change(related));
            eventually()
                    .untilAsserted(() -> assertThat(tree(find(related)).at(content))
                            .as(describe(related) + " " + content)
                            .isEqualTo(tree(before).at(content)));
        }
        awaitReady(client);
    }

    /** What is compared, as a JSON pointer; a ServiceAccount has nothing that the operator sets. */
    private static String contentOf(RelatedObject related) {
        return switch (related.resource()) {
            case "configmaps" -> "/data";
            case "services" -> "/spec/ports";
            case "daemonsets", "deployments" -> "/spec/template/spec/containers";
            case "poddisruptionbudgets" -> "/spec/maxUnavailable";
            case "roles", "clusterroles" -> "/rules";
            case "rolebindings", "clusterrolebindings" -> "/subjects";
            case "serviceaccounts" -> "";
            default -> throw new IllegalArgumentException("no change known for " + related.resource());
        };
    }

    private String change(RelatedObject related) {
        return switch (related.resource()) {
            case "configmaps" -> {
                var keys = client.configMaps()
                        .inNamespace(related.namespace())
                        .withName(related.name())
                        .get()
                        .getData()
                        .keySet();
                yield "{\"data\":{\"" + keys.iterator().next() + "\":\"changed\"}}";
            }
            case "services" -> "{\"spec\":{\"ports\":[{\"name\":\"https\",\"port\":1,\"targetPort\":1}]}}";
            case "daemonsets", "deployments" ->
                "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/image\",\"value\":\"other:1\"}]";
            case "poddisruptionbudgets" -> "{\"spec\":{\"maxUnavailable\":7}}";
            case "roles", "clusterroles" -> "{\"rules\":[]}";
            case "rolebindings", "clusterrolebindings" -> "{\"subjects\":[]}";
            default -> throw new IllegalArgumentException("no change known for " + related.resource());
        };
    }

    private HasMetadata find(RelatedObject related) {
        var object = Objects.find(client, related);
        assertThat(object).as(describe(related)).isNotNull();
        return object;
    }

    private void patch(HasMetadata object, String json) {
        var type = json.startsWith("[") ? PatchType.JSON : PatchType.JSON_MERGE;
        client.resource(object).patch(PatchContext.of(type), json);
    }

    private JsonNode tree(HasMetadata object) {
        return client.getKubernetesSerialization().convertValue(object, JsonNode.class);
    }

    private static String describe(RelatedObject related) {
        return related.resource() + " " + related.name();
    }
}
