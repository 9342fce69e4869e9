package io.numaresources.packaging.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.CRDDescription;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.ClusterServiceVersion;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.ClusterServiceVersionBuilder;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.Icon;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.StrategyDeploymentSpec;
import io.numaresources.packaging.Release;
import io.numaresources.packaging.Rendering;
import io.numaresources.stack.VersionMatrix;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The ClusterServiceVersion: what people wrote of it, completed by what the build knows. */
final class ServiceVersion {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Rendering rendering;
    private final Permissions permissions;
    private final Release release;

    ServiceVersion(Rendering rendering, Permissions permissions, Release release) {
        this.rendering = rendering;
        this.permissions = permissions;
        this.release = release;
    }

    /** Builds it with examples in their order, the first of which a console offers after the installation. */
    ClusterServiceVersion build(Map<String, JsonNode> examples, String icon) {
        var deployment = rendering.only(Deployment.class);
        var image = deployment
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getImage();
        var base = rendering.only(ClusterServiceVersion.class);
        var annotations = new TreeMap<>(base.getMetadata().getAnnotations());
        annotations.put("alm-examples", json(examples.values()));
        annotations.put(
                "operatorframework.io/initialization-resource",
                json(examples.values().iterator().next()));
        annotations.put(
                "operatorframework.io/suggested-namespace-template",
                json(rendering
                        .all("Namespace")
                        .filter(namespace -> Release.NAMESPACE.equals(
                                namespace.at("/metadata/name").asText()))
                        .findFirst()
                        .orElseThrow()));
        annotations.put("containerImage", image);
        annotations.put("olm.skipRange", release.skipRange());
        return new ClusterServiceVersionBuilder(base)
                .editMetadata()
                .withName(Release.NAME + ".v" + release.version())
                .withAnnotations(annotations)
                .endMetadata()
                .editSpec()
                .withVersion(release.version())
                .withMinKubeVersion(VersionMatrix.load().rows().getFirst().kubernetes() + ".0")
                .withIcon(new Icon(
                        Base64.getEncoder().encodeToString(icon.getBytes(StandardCharsets.UTF_8)), "image/svg+xml"))
                .withRelatedImages(new OperandImages(release).withOperator(image))
                .editCustomresourcedefinitions()
                .withOwned(owned(base.getSpec().getCustomresourcedefinitions().getOwned()))
                .endCustomresourcedefinitions()
                .editInstall()
                .withNewSpec()
                .withClusterPermissions(permissions.clusterPermissions())
                .withPermissions(permissions.permissions())
                .withDeployments(strategy(deployment))
                .endSpec()
                .endInstall()
                .endSpec()
                .build();
    }

    private StrategyDeploymentSpec strategy(Deployment deployment) {
        var environment = deployment
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getEnv();
        new OperandImages(release)
                .all()
                .forEach((variable, image) -> environment.add(new EnvVar(variable, image.getImage(), null)));
        return new StrategyDeploymentSpec(
                deployment.getMetadata().getLabels(), deployment.getMetadata().getName(), deployment.getSpec());
    }

    private List<CRDDescription> owned(List<CRDDescription> described) {
        var definitions = rendering.all(CustomResourceDefinition.class);
        if (definitions.size() != described.size()) {
            throw new IllegalStateException("the base of the ClusterServiceVersion describes %d CRDs, there are %d"
                    .formatted(described.size(), definitions.size()));
        }
        return described.stream()
                .map(one -> complete(
                        one,
                        definitions.stream()
                                .filter(definition ->
                                        definition.getMetadata().getName().equals(one.getName()))
                                .findFirst()
                                .orElseThrow(() -> new IllegalStateException("no CRD " + one.getName()))))
                .toList();
    }

    private static CRDDescription complete(CRDDescription described, CustomResourceDefinition definition) {
        var version = definition.getSpec().getVersions().getFirst();
        var schema = version.getSchema().getOpenAPIV3Schema();
        described.setKind(definition.getSpec().getNames().getKind());
        described.setVersion(version.getName());
        described.setSpecDescriptors(Descriptors.spec(schema));
        described.setStatusDescriptors(Descriptors.status(schema));
        return described;
    }

    private static String json(Object value) {
        return MAPPER.valueToTree(value).toPrettyString();
    }
}
