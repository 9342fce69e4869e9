package io.numaresources.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.junit.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Every manifest before a real API server that refuses unknown and repeated fields. */
@Testbed
class ManifestsIT {
    private final Kustomize kustomize = new Kustomize(Binaries.standard(), Tool.root());

    @Test
    void theInstallFileIsAcceptedAndItsDeploymentBecomesAvailable(KubernetesClient client) throws IOException {
        SimulatedNodes.createPlain(client, "plain", 1, Map.of());
        var file = Rendering.parse(Files.readString(Tool.root().resolve("dist/install.yaml")));
        assertThat(file.objects()).hasSizeGreaterThan(10);

        for (var object : file.objects()) {
            StrictApply.apply(client, object);
        }
        for (var folder : new String[] {"config/network-policy", "config/samples", "config/scorecard/access"}) {
            kustomize.render(folder).objects().forEach(object -> StrictApply.apply(client, object));
        }
        var service = kustomize.render("config/prometheus").all("Service").findFirst();
        StrictApply.apply(client, service.orElseThrow());

        client.apps()
                .deployments()
                .inNamespace(Release.NAMESPACE)
                .withName(Release.NAME)
                .waitUntilReady(60, TimeUnit.SECONDS);
    }

    @Test
    void anUnknownFieldIsRefused(KubernetesClient client) {
        var deployment = deployment().deepCopy();
        ((ObjectNode) deployment.at("/spec")).put("replica", 2);
        namespace(client, Release.NAMESPACE, "privileged");

        assertThatThrownBy(() -> StrictApply.apply(client, deployment)).hasMessageContaining("replica");
    }

    @Test
    void theOperatorsPodRunsUnderTheRestrictedStandard(KubernetesClient client) {
        namespace(client, "restricted", "restricted");
        var pod = (ObjectNode) Rendering.parse("""
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: operator, namespace: restricted}
                        """).objects().getFirst();
        var spec = (ObjectNode) deployment().at("/spec/template/spec").deepCopy();
        spec.put("serviceAccountName", "default");
        pod.set("spec", spec);

        assertThatCode(() -> StrictApply.dryRun(client, pod)).doesNotThrowAnyException();

        ((ObjectNode) spec.at("/containers/0")).remove("securityContext");
        assertThatThrownBy(() -> StrictApply.dryRun(client, pod)).hasMessageContaining("violates PodSecurity");
    }

    /** The testbed has no Prometheus operator, so its kinds are judged by their Java types. */
    @Test
    void theServiceMonitorSelectsTheServiceByItsPort() {
        var rendering = kustomize.render("config/prometheus");
        var service = rendering.all("Service").findFirst().orElseThrow();
        var monitor = rendering.only(ServiceMonitor.class);

        assertThat(monitor.getAdditionalProperties()).isEmpty();
        assertThat(monitor.getSpec().getAdditionalProperties()).isEmpty();
        assertThat(monitor.getSpec().getEndpoints().getFirst().getAdditionalProperties())
                .isEmpty();
        assertThat(monitor.getSpec().getEndpoints().getFirst().getPort())
                .isEqualTo(service.at("/spec/ports/0/name").asText());
        monitor.getSpec()
                .getSelector()
                .getMatchLabels()
                .forEach((key, value) -> assertThat(
                                service.at("/metadata/labels").path(key).asText())
                        .isEqualTo(value));
    }

    private JsonNode deployment() {
        return kustomize.render("config/manager").all("Deployment").findFirst().orElseThrow();
    }

    private static void namespace(KubernetesClient client, String name, String standard) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels("pod-security.kubernetes.io/enforce", standard)
                        .endMetadata()
                        .build())
                .serverSideApply();
    }
}
