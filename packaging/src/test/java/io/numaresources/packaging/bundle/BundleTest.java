package io.numaresources.packaging.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.ClusterServiceVersion;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.InstallMode;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.SpecDescriptor;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.StatusDescriptor;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.StrategyDeploymentPermissions;
import io.numaresources.packaging.GeneratedFiles;
import io.numaresources.packaging.Kustomize;
import io.numaresources.packaging.Release;
import io.numaresources.packaging.Rendering;
import io.numaresources.stack.VersionMatrix;
import io.numaresources.testbed.binaries.Binaries;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BundleTest {
    private static final String CSV = "bundle/manifests/numaresources-operator.clusterserviceversion.yaml";

    private Path root;
    private Rendering rendering;
    private GeneratedFiles files;
    private ClusterServiceVersion csv;

    @BeforeAll
    void generate() {
        var binaries = Binaries.standard();
        root = binaries.root().path();
        rendering = new Kustomize(binaries, root).render("config/manifests");
        files = new Bundle(rendering, root, new Release("1.2.3", "")).files();
        csv = Serialization.unmarshal(files.texts().get(CSV), ClusterServiceVersion.class);
    }

    @Test
    void suggestsTheNamespaceOfTheOperatorAndNoOther() {
        var annotations = csv.getMetadata().getAnnotations();
        assertThat(annotations.get("operatorframework.io/suggested-namespace-template"))
                .contains("\"" + annotations.get("operatorframework.io/suggested-namespace") + "\"");
    }

    @Test
    void describesEveryFieldOfSpecAndStatus() {
        for (var crd : rendering.all(CustomResourceDefinition.class)) {
            var owned = csv.getSpec().getCustomresourcedefinitions().getOwned().stream()
                    .filter(one -> one.getName().equals(crd.getMetadata().getName()))
                    .findFirst()
                    .orElseThrow();
            var schema = crd.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
            assertThat(owned.getSpecDescriptors())
                    .extracting(SpecDescriptor::getPath)
                    .containsAll(
                            schema.getProperties().get("spec").getProperties().keySet())
                    .doesNotHaveDuplicates();
            assertThat(owned.getStatusDescriptors())
                    .extracting(StatusDescriptor::getPath)
                    .containsAll(
                            schema.getProperties().get("status").getProperties().keySet())
                    .doesNotHaveDuplicates();
            assertThat(owned.getSpecDescriptors())
                    .allSatisfy(field -> assertThat(field.getDescription()).isNotBlank());
        }
        assertThat(csv.getSpec().getCustomresourcedefinitions().getOwned())
                .flatExtracting(owned -> owned.getSpecDescriptors())
                .extracting(SpecDescriptor::getPath)
                .contains("nodeGroups[0].kubelet.topologyManager.policy", "scheduler.cacheResyncPeriod");
    }

    /** For mirrors: preflight's restricted network check wants every image listed and replaceable. */
    @Test
    void listsEveryImageAndLetsEachBeReplaced() {
        var container = csv.getSpec()
                .getInstall()
                .getSpec()
                .getDeployments()
                .getFirst()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst();
        var replaceable = container.getEnv().stream()
                .filter(variable -> variable.getName().startsWith("RELATED_IMAGE_"))
                .map(variable -> variable.getValue())
                .toList();
        assertThat(csv.getSpec().getRelatedImages())
                .extracting(image -> image.getImage())
                .containsAll(replaceable)
                .contains(container.getImage())
                .hasSize(replaceable.size() + 1);
        assertThat(replaceable).contains("registry.k8s.io/scheduler-plugins/kube-scheduler:v0.34.7");
    }

    @Test
    void namesOperandsByDigestWhereTheReleaseKnowsThem() {
        var digest = "sha256:" + "0123456789abcdef".repeat(4);
        var digests = VersionMatrix.load().references().values().stream()
                .distinct()
                .collect(Collectors.toMap(reference -> reference, reference -> digest));
        var release = new Release("1.2.3", "", digests);
        var pinned = Serialization.unmarshal(
                new Bundle(rendering, root, release).files().texts().get(CSV), ClusterServiceVersion.class);

        assertThat(pinned.getSpec().getRelatedImages())
                .filteredOn(image -> !image.getName().equals("operator"))
                .hasSameSizeAs(VersionMatrix.load().references().values())
                .allMatch(image -> image.getImage().endsWith("@" + digest));
        digests.remove("registry.k8s.io/scheduler-plugins/kube-scheduler:v0.34.7");
        var incomplete = new Bundle(rendering, root, new Release("1.2.3", "", digests));
        assertThatThrownBy(incomplete::files)
                .hasMessage("no digest is given of registry.k8s.io/scheduler-plugins/kube-scheduler:v0.34.7");
    }

    /** Nothing more is granted than the files under config/rbac grant; OLM v1 and v0 then lift all of it to the cluster. */
    @Test
    void grantsTheRulesOfTheRolesAndNoOthers() {
        var strategy = csv.getSpec().getInstall().getSpec();
        var granted = Stream.concat(strategy.getClusterPermissions().stream(), strategy.getPermissions().stream())
                .map(StrategyDeploymentPermissions::getRules)
                .flatMap(List::stream)
                .toList();
        var written = new ArrayList<PolicyRule>();
        rendering.all(ClusterRole.class).stream()
                .filter(role -> role.getMetadata().getName().startsWith("numaresources-operator"))
                .forEach(role -> written.addAll(role.getRules()));
        rendering.all(Role.class).forEach(role -> written.addAll(role.getRules()));
        assertThat(granted).containsExactlyInAnyOrderElementsOf(written);
    }

    /** quarkus-operator-sdk #823: with a version in the selector no upgrade succeeds, since a selector can't change. */
    @Test
    void selectsPodsWithoutAVersion() {
        var deployment =
                csv.getSpec().getInstall().getSpec().getDeployments().getFirst().getSpec();
        assertThat(deployment.getSelector().getMatchLabels())
                .isNotEmpty()
                .doesNotContainKey("app.kubernetes.io/version")
                .allSatisfy((key, value) -> assertThat(value).doesNotContain("1.2.3"));
    }

    @Test
    void offersTheTenLinesAfterTheInstallationAndBothSamplesAsExamples() {
        var annotations = csv.getMetadata().getAnnotations();
        var examples = Serialization.unmarshal(annotations.get("alm-examples"), JsonNode.class);
        assertThat(examples).hasSize(2);
        assertThat(Serialization.unmarshal(
                        annotations.get("operatorframework.io/initialization-resource"), JsonNode.class))
                .isEqualTo(examples.get(0));
        assertThat(examples.get(1).path("spec").size()).isGreaterThan(6);
        assertThat(csv.getMetadata().getName()).isEqualTo("numaresources-operator.v1.2.3");
        assertThat(csv.getSpec().getMinKubeVersion()).isEqualTo("1.29.0");
    }

    @Test
    void isAnUpgradeOfEveryEarlierVersion() {
        assertThat(csv.getMetadata().getAnnotations()).containsEntry("olm.skipRange", ">=0.0.0 <1.2.3");
        var entries = Serialization.unmarshal(files.texts().get("deploy/catalog/basic.yaml"), JsonNode.class)
                .path("entries");
        assertThat(entries)
                .filteredOn(entry -> entry.path("schema").asText().equals("olm.channel"))
                .extracting(channel -> channel.path("name").asText() + ": "
                        + channel.at("/entries/0/skipRange").asText())
                .containsExactly("stable-v1: >=0.0.0 <1.2.3", "candidate: >=0.0.0 <1.2.3");
    }

    /** OLM v1 installs bundles for all namespaces only, without webhooks of an unknown issuer and without dependencies. */
    @Test
    void holdsNothingThatOlmV1Refuses() {
        assertThat(csv.getSpec().getInstallModes())
                .filteredOn(InstallMode::getSupported)
                .extracting(InstallMode::getType)
                .containsExactly("AllNamespaces");
        assertThat(csv.getSpec().getWebhookdefinitions()).isEmpty();
        assertThat(files.texts().keySet()).noneMatch(path -> path.endsWith("dependencies.yaml"));
        assertThat(files.texts()).allSatisfy((path, text) -> {
            if (path.startsWith("bundle/manifests/")) {
                var namespace = Serialization.unmarshal(text, JsonNode.class).at("/metadata/namespace");
                assertThat(namespace.isMissingNode()).as(path).isTrue();
            }
        });
    }

    @Test
    void saysWhenAnObjectHasNoPlaceInABundle() {
        var more = new ArrayList<>(rendering.objects());
        more.addAll(Rendering.parse("kind: DaemonSet").objects());
        var bundle = new Bundle(new Rendering(more), root, new Release("1.2.3", ""));

        assertThatThrownBy(bundle::files).hasMessage("DaemonSet has no place in a bundle");
    }

    @Test
    void namesTheImageOfARelease() {
        var release = new Release("1.2.3", "registry.example.com/other/image:9");
        var text = new Bundle(rendering.with(release), root, release)
                .files()
                .texts()
                .get(CSV);

        assertThat(text)
                .contains("image: registry.example.com/other/image:9")
                .doesNotContain("numaresources/operator:0");
    }

    @Test
    void runsTestsOfItsOwnInTheImageOfTheRelease() {
        var release = new Release("1.2.3", "registry.example.com/other/image:9");
        var text = new Bundle(rendering.with(release), root, release)
                .files()
                .texts()
                .get("bundle/tests/scorecard/config.yaml");
        var stages = Serialization.unmarshal(text, JsonNode.class).path("stages");

        assertThat(stages.at("/0/tests"))
                .hasSize(6)
                .allSatisfy(
                        test -> assertThat(test.path("image").asText()).contains("operator-framework/scorecard-test"));
        assertThat(stages.at("/1/parallel").asBoolean()).isFalse();
        assertThat(stages.at("/1/tests"))
                .hasSize(3)
                .allSatisfy(test ->
                        assertThat(test.path("image").asText()).isEqualTo("registry.example.com/other/image:9"));
    }
}
