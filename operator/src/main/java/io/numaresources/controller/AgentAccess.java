package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.agent.AgentObjects;
import io.numaresources.stack.KubernetesVersion;
import io.numaresources.stack.Platform;
import io.numaresources.stack.StackLabels;
import java.util.List;
import java.util.Optional;

/** What agents need in the cluster: their namespace, their identity and what keeps it to its own node. Written once per process and server version. */
final class AgentAccess {
    private final KubernetesClient client;
    private Optional<Written> written = Optional.empty();

    private record Written(OwnerReference owner, KubernetesVersion server, Platform platform) {}

    AgentAccess(KubernetesClient client) {
        this.client = client;
    }

    synchronized void ensure(OwnerReference owner, KubernetesVersion server, Platform platform) {
        var wanted = new Written(owner, server, platform);
        if (written.filter(wanted::equals).isPresent()) {
            return;
        }
        var namespace = AgentObjects.namespace();
        if (client.resource(namespace).get() == null) {
            client.resource(namespace).create();
        }
        for (var object : AgentObjects.access(server, platform)) {
            object.getMetadata().setOwnerReferences(List.of(owner));
            client.resource(object)
                    .fieldManager(StackLabels.OPERATOR)
                    .forceConflicts()
                    .serverSideApply();
        }
        written = Optional.of(wanted);
    }
}
