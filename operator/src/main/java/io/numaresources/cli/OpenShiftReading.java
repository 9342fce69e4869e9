package io.numaresources.cli;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.numaresources.openshift.MachinePool;
import io.numaresources.openshift.OpenShiftKind;
import io.numaresources.openshift.PoolNodes;
import java.util.List;

/** Reads kinds of OpenShift; none where they aren't served. */
final class OpenShiftReading {
    private OpenShiftReading() {}

    static List<GenericKubernetesResource> list(KubernetesClient client, OpenShiftKind kind) {
        return Snapshot.known(() -> client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                        .withGroup(kind.group())
                        .withVersion(kind.version())
                        .withKind(kind.kind())
                        .withPlural(kind.plural())
                        .withNamespaced(false)
                        .build())
                .list()
                .getItems());
    }

    static PoolNodes pools(KubernetesClient client) {
        return PoolNodes.of(
                list(client, OpenShiftKind.POOL).stream().map(MachinePool::of).toList());
    }
}
