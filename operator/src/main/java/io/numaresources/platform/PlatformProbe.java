package io.numaresources.platform;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.numaresources.stack.Platform;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Asks a cluster what it is.
 *
 * @param client for the cluster
 */
public record PlatformProbe(KubernetesClient client) {
    private static final int NOT_FOUND = 404;

    /** API groups that are served: one small request. */
    public Set<String> groups() {
        var list = client.getApiGroups();
        return list == null
                ? Set.of()
                : list.getGroups().stream().map(APIGroup::getName).collect(Collectors.toSet());
    }

    /** What kind of cluster has these groups; one more request where they are those of OpenShift. */
    public Platform of(Set<String> groups) {
        return Platform.of(groups, groups.contains(Platform.CONFIG_GROUP) ? topology() : Optional.empty());
    }

    private Optional<String> topology() {
        var infrastructures = new ResourceDefinitionContext.Builder()
                .withGroup(Platform.CONFIG_GROUP)
                .withVersion("v1")
                .withKind("Infrastructure")
                .withPlural("infrastructures")
                .withNamespaced(false)
                .build();
        try {
            return Optional.ofNullable(client.genericKubernetesResources(infrastructures)
                            .withName("cluster")
                            .get())
                    .map(object -> object.<String>get("status", "controlPlaneTopology"));
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != NOT_FOUND) {
                throw refused;
            }
            return Optional.empty();
        }
    }
}
