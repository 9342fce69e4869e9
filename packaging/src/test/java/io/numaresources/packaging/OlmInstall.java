package io.numaresources.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.ClusterServiceVersion;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * OLM's own olm-operator as a process beside a control plane, and what its catalog operator would do: the steps of an InstallPlan, which creates
 * the objects of a bundle and the rights that its ClusterServiceVersion asks for.
 */
final class OlmInstall implements AutoCloseable {
    private static final String MODULE = "github.com/operator-framework/operator-lifecycle-manager";

    private final KubernetesClient client;
    private final ChildProcess process;

    private OlmInstall(KubernetesClient client, ChildProcess process) {
        this.client = client;
        this.process = process;
    }

    static OlmInstall start(ControlPlane plane) {
        var client = plane.client();
        plane.applyManifests(plane.binaries().source(Program.OLM, MODULE).resolve("deploy/chart/crds"));
        create(client, """
                apiVersion: v1
                kind: Namespace
                metadata: {name: olm}
                """);
        var command = new Command(
                "olm",
                plane.binaries().get(Program.OLM),
                List.of("--namespace", "olm", "--writeStatusName", "", "--writePackageServerStatusName", ""),
                Map.of(
                        "KUBECONFIG",
                        plane.kubeconfigFile().toString(),
                        "OPERATOR_NAMESPACE",
                        "olm",
                        "OPERATOR_NAME",
                        "olm-operator"));
        return new OlmInstall(client, ChildProcess.start(command, plane.folder().path()));
    }

    /** Creates the namespace that the bundle suggests, with an OperatorGroup for all namespaces. */
    void prepareNamespace(ClusterServiceVersion csv) {
        create(client, csv.getMetadata().getAnnotations().get("operatorframework.io/suggested-namespace-template"));
        create(client, """
                apiVersion: operators.coreos.com/v1
                kind: OperatorGroup
                metadata: {name: all, namespace: %s}
                spec: {}
                """.formatted(Release.NAMESPACE));
    }

    /** The steps of an InstallPlan for a bundle, with its ClusterServiceVersion or another one of it. */
    void install(Path bundle, ClusterServiceVersion csv) {
        var labels = Map.of(
                "olm.managed",
                "true",
                "olm.owner",
                csv.getMetadata().getName(),
                "olm.owner.kind",
                "ClusterServiceVersion",
                "olm.owner.namespace",
                Release.NAMESPACE);
        objects(bundle).stream()
                .filter(object -> !object.path("kind").asText().equals("ClusterServiceVersion"))
                .forEach(object -> StrictApply.apply(client, object));
        var strategy = csv.getSpec().getInstall().getSpec();
        for (var account : strategy.getDeployments()) {
            var name = account.getSpec().getTemplate().getSpec().getServiceAccountName();
            apply(new ServiceAccountBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .withNamespace(Release.NAMESPACE)
                    .addToLabels("olm.managed", "true")
                    .endMetadata()
                    .build());
        }
        strategy.getClusterPermissions()
                .forEach(rights -> grantInCluster(csv, rights.getServiceAccountName(), rights.getRules(), labels));
        strategy.getPermissions()
                .forEach(rights -> grantInNamespace(csv, rights.getServiceAccountName(), rights.getRules(), labels));
        csv.getMetadata().setNamespace(Release.NAMESPACE);
        StrictApply.apply(client, Serialization.unmarshal(Serialization.asJson(csv), JsonNode.class));
    }

    /** Phase and message of a ClusterServiceVersion. */
    String phase(String name) {
        GenericKubernetesResource csv = client.genericKubernetesResources(
                        "operators.coreos.com/v1alpha1", "ClusterServiceVersion")
                .inNamespace(Release.NAMESPACE)
                .withName(name)
                .get();
        if (csv == null) {
            return "absent";
        }
        String phase = csv.get("status", "phase");
        String message = csv.get("status", "message");
        return "Succeeded".equals(phase) ? phase : phase + ": " + message;
    }

    ChildProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }

    static ClusterServiceVersion csv(Path bundle) {
        return read(
                bundle.resolve("manifests/" + Release.NAME + ".clusterserviceversion.yaml"),
                ClusterServiceVersion.class);
    }

    private static List<JsonNode> objects(Path bundle) {
        try (var files = Files.list(bundle.resolve("manifests"))) {
            return files.sorted().map(file -> read(file, JsonNode.class)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T read(Path file, Class<T> type) {
        try {
            return Serialization.unmarshal(Files.readString(file), type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void grantInCluster(
            ClusterServiceVersion csv, String account, List<PolicyRule> rules, Map<String, String> labels) {
        var name = csv.getMetadata().getName() + "-cluster-" + account;
        apply(new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withRules(rules)
                .build());
        apply(new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                .addNewSubject("", "ServiceAccount", account, Release.NAMESPACE)
                .build());
    }

    private void grantInNamespace(
            ClusterServiceVersion csv, String account, List<PolicyRule> rules, Map<String, String> labels) {
        var name = csv.getMetadata().getName() + "-" + account;
        apply(new RoleBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(Release.NAMESPACE)
                .withLabels(labels)
                .endMetadata()
                .withRules(rules)
                .build());
        apply(new RoleBindingBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(Release.NAMESPACE)
                .withLabels(labels)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", name)
                .addNewSubject("", "ServiceAccount", account, Release.NAMESPACE)
                .build());
    }

    private void apply(HasMetadata object) {
        client.resource(object)
                .fieldManager("numaresources-testbed")
                .forceConflicts()
                .serverSideApply();
    }

    private static void create(KubernetesClient client, String object) {
        Rendering.parse(object).objects().forEach(one -> StrictApply.apply(client, one));
    }
}
