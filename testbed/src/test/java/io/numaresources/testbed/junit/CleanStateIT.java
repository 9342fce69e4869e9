package io.numaresources.testbed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Testbed
class CleanStateIT {

    @Test
    void removesWhatATestLeft(ControlPlane plane, KubernetesClient client, @TempDir Path folder) throws Exception {
        SimulatedNodes.createPlain(client, "left", 1, Map.of());
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("left")
                        .endMetadata()
                        .build())
                .create();
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("left")
                        .withNamespace("left")
                        .withFinalizers()
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName("gone")
                        .addNewContainer()
                        .withName("main")
                        .withImage("none")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        client.resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName("left")
                        .addToLabels("app.kubernetes.io/managed-by", "numaresources-operator")
                        .endMetadata()
                        .build())
                .create();
        Files.writeString(folder.resolve("crd.yaml"), """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: lefts.example.com}
                spec:
                  group: example.com
                  scope: Cluster
                  names: {kind: Left, plural: lefts, singular: left}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema: {openAPIV3Schema: {type: object}}
                """);
        Files.writeString(folder.resolve("left.yaml"), """
                apiVersion: example.com/v1
                kind: Left
                metadata: {name: left, finalizers: [example.com/nobody]}
                """);
        plane.applyManifests(folder);

        new CleanState(client).restore();

        assertThat(client.nodes().list().getItems()).isEmpty();
        assertThat(client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .list()
                        .getItems())
                .isEmpty();
        assertThat(client.rbac().clusterRoles().withName("left").get()).isNull();
        assertThat(client.rbac().clusterRoles().withName("cluster-admin").get()).isNotNull();
        assertThat(client.namespaces().list().getItems())
                .extracting(namespace -> namespace.getMetadata().getName())
                .containsExactlyInAnyOrderElementsOf(
                        List.of("default", "kube-node-lease", "kube-public", "kube-system"));
    }
}
