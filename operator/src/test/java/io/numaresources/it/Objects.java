package io.numaresources.it;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.api.v1alpha1.RelatedObject;
import org.jspecify.annotations.Nullable;

/** Finds the objects that a status names. */
final class Objects {
    private Objects() {}

    /** The object now; null where it doesn't exist. */
    static @Nullable HasMetadata find(KubernetesClient client, RelatedObject related) {
        String namespace = related.namespace();
        String name = related.name();
        return switch (related.resource()) {
            case "configmaps" ->
                client.configMaps().inNamespace(namespace).withName(name).get();
            case "services" ->
                client.services().inNamespace(namespace).withName(name).get();
            case "serviceaccounts" ->
                client.serviceAccounts().inNamespace(namespace).withName(name).get();
            case "daemonsets" ->
                client.apps().daemonSets().inNamespace(namespace).withName(name).get();
            case "deployments" ->
                client.apps()
                        .deployments()
                        .inNamespace(namespace)
                        .withName(name)
                        .get();
            case "poddisruptionbudgets" ->
                client.policy()
                        .v1()
                        .podDisruptionBudget()
                        .inNamespace(namespace)
                        .withName(name)
                        .get();
            case "roles" ->
                client.rbac().roles().inNamespace(namespace).withName(name).get();
            case "rolebindings" ->
                client.rbac()
                        .roleBindings()
                        .inNamespace(namespace)
                        .withName(name)
                        .get();
            case "clusterroles" -> client.rbac().clusterRoles().withName(name).get();
            case "clusterrolebindings" ->
                client.rbac().clusterRoleBindings().withName(name).get();
            default -> throw new IllegalArgumentException(related.resource());
        };
    }
}
