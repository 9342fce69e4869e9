package io.numaresources.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.junit.Testbed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The committed chart in the hands of Helm. */
@Testbed
class ChartIT {
    private static final String CHART = "deploy/helm";

    @TempDir
    private Path home;

    @Test
    void passesLint() {
        var result = helm("lint", "--strict", CHART, "--kube-version", "1.34.0");

        assertThat(result.exit()).as(result.output()).isZero();
    }

    /** With its defaults the chart is config/default, in another syntax. */
    @Test
    void rendersWhatKustomizeRenders() {
        var chart = template();
        var kustomize = new Kustomize(Binaries.standard(), Tool.root()).render("config/default");
        for (var expected : kustomize.objects()) {
            if (expected.path("kind").asText().equals("Namespace")) {
                continue;
            }
            var rendered = chart.objects().stream()
                    .filter(object -> key(object).equals(key(expected)))
                    .findFirst();
            assertThat(rendered).as(key(expected)).isPresent();
            assertThat(comparable(rendered.get())).as(key(expected)).isEqualTo(comparable(expected));
        }
        assertThat(chart.objects()).hasSize(kustomize.objects().size() - 1);
    }

    @Test
    void everyValueArrives() {
        var text = template(
                        "--set=image.repository=r.example.com/o,image.digest=sha256:" + "0".repeat(64),
                        "--set=image.pullPolicy=Always,replicas=2,priorityClassName=mine,crds.keep=false",
                        "--set=imagePullSecrets[0].name=secret,podAnnotations.a=b,nodeSelector.pool=infra",
                        "--set=resources.limits.memory=1Gi,metrics.serviceMonitor.enabled=true,networkPolicy.enabled=true",
                        "--set=metrics.authenticated=false,env[0].name=OTEL_TRACES_EXPORTER,env[0].value=otlp",
                        "--set=tolerations[0].key=mykey,tolerations[0].operator=Exists")
                .objects()
                .toString();

        assertThat(text)
                .contains("\"r.example.com/o@sha256:" + "0".repeat(64) + "\"", "\"imagePullPolicy\":\"Always\"")
                .contains(
                        "\"replicas\":2",
                        "\"priorityClassName\":\"mine\"",
                        "\"imagePullSecrets\":[{\"name\":\"secret\"}]")
                .contains("\"a\":\"b\"", "\"nodeSelector\":{\"pool\":\"infra\"}", "\"memory\":\"1Gi\"", "\"mykey\"")
                .contains(
                        "{\"name\":\"NUMARESOURCES_METRICS_AUTHENTICATED\",\"value\":\"false\"}",
                        "{\"name\":\"OTEL_TRACES_EXPORTER\",\"value\":\"otlp\"}")
                .contains("\"ServiceMonitor\"", "\"NetworkPolicy\"", "\"PrometheusRule\"", "group {{ $labels.group }}")
                .doesNotContain("resource-policy");
    }

    @ParameterizedTest
    @CsvSource({
        "replicas=two, replicas",
        "image.pullPolicy=Sometimes, pullPolicy",
        "imagee.tag=1, imagee",
        "metrics.authenticated=perhaps, authenticated",
        "env[0].nam=x, nam"
    })
    void refusesValuesThatAreNone(String value, String named) {
        var result = helm("template", "x", CHART, "--kube-version", "1.34.0", "--set", value);

        assertThat(result.exit()).isNotZero();
        assertThat(result.output()).contains(named);
    }

    /** As with --reuse-values on a release of a chart that had no such value. */
    @Test
    void metricsStayClosedWhereNothingIsSaidOfThem() {
        assertThat(template("--set=metrics.authenticated=null").objects().toString())
                .doesNotContain("NUMARESOURCES_METRICS_AUTHENTICATED");
    }

    @Test
    void installsUpgradesAndLeavesTheCrdsWhenItGoes(ControlPlane plane, KubernetesClient client) {
        SimulatedNodes.createPlain(client, "plain", 2, Map.of());
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("elsewhere")
                        .addToLabels("pod-security.kubernetes.io/enforce", "privileged")
                        .endMetadata()
                        .build())
                .create();
        var where = new String[] {
            "--namespace", "elsewhere", "--kubeconfig", plane.kubeconfigFile().toString()
        };

        succeeds(helm(with(where, "install", "numa", CHART, "--wait", "--timeout", "3m")));
        assertThat(client.apps()
                        .deployments()
                        .inNamespace("elsewhere")
                        .withName(Release.NAME)
                        .isReady())
                .isTrue();
        succeeds(helm(with(where, "upgrade", "numa", CHART, "--set", "replicas=2", "--wait", "--timeout", "3m")));
        assertThat(client.apps()
                        .deployments()
                        .inNamespace("elsewhere")
                        .withName(Release.NAME)
                        .get()
                        .getStatus()
                        .getReadyReplicas())
                .isEqualTo(2);
        succeeds(helm(with(where, "uninstall", "numa", "--wait")));
        assertThat(client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("numaresourcesoperators.numaresources.io")
                        .get())
                .isNotNull();
        assertThat(client.rbac()
                        .clusterRoles()
                        .withName("numaresources-operator")
                        .get())
                .isNull();
    }

    private Rendering template(String... more) {
        var arguments = new ArrayList<>(
                List.of("template", "numa", CHART, "--namespace", Release.NAMESPACE, "--kube-version", "1.34.0"));
        arguments.addAll(List.of(more));
        var result = helm(arguments.toArray(String[]::new));
        succeeds(result);
        return Rendering.parse(result.output());
    }

    private static void succeeds(Tool.Result result) {
        assertThat(result.exit()).as(result.output()).isZero();
    }

    private Tool.Result helm(String... arguments) {
        return Tool.run(
                Program.HELM,
                Map.of(
                        "HELM_CACHE_HOME", home.toString(),
                        "HELM_CONFIG_HOME", home.toString(),
                        "HELM_DATA_HOME", home.toString()),
                arguments);
    }

    private static String[] with(String[] last, String... first) {
        var all = new ArrayList<>(List.of(first));
        all.addAll(List.of(last));
        return all.toArray(String[]::new);
    }

    private static String key(JsonNode object) {
        return object.path("kind").asText() + " "
                + object.at("/metadata/namespace").asText() + " "
                + object.at("/metadata/name").asText();
    }

    /** Without what only the chart says: its pull policy, and notes to Helm on CRDs. */
    private static JsonNode comparable(JsonNode object) {
        ObjectNode copy = object.deepCopy();
        if (copy.path("kind").asText().equals("CustomResourceDefinition")) {
            ((ObjectNode) copy.get("metadata")).remove("annotations");
        }
        if (copy.path("kind").asText().equals("Deployment")) {
            ((ObjectNode) copy.at("/spec/template/spec/containers/0")).remove("imagePullPolicy");
        }
        return copy;
    }
}
