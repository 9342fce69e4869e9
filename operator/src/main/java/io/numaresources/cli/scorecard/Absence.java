package io.numaresources.cli.scorecard;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import io.numaresources.stack.StackLabels;
import java.time.Clock;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Optional;

/** Why the resource isn't Ready. */
final class Absence {
    private final KubernetesClient client;
    private final String namespace;
    private final Clock clock;

    Absence(Surroundings surroundings, Clock clock) {
        client = surroundings.client();
        namespace = surroundings.namespace();
        this.clock = clock;
    }

    void explain(NUMAResourcesOperator resource, Protocol protocol) {
        var status = TheResource.status(resource)
                .filter(known -> resource.getMetadata().getGeneration().equals(known.observedGeneration()));
        if (status.isEmpty()) {
            protocol.error("the resource has no status for generation "
                    + resource.getMetadata().getGeneration() + ": no operator works on it; " + leader());
            return;
        }
        status.map(NUMAResourcesOperatorStatus::conditions).orElseThrow().stream()
                .filter(condition -> "True".equals(condition.getStatus()) == "Degraded".equals(condition.getType())
                        || ("Progressing".equals(condition.getType()) && "True".equals(condition.getStatus())))
                .forEach(condition -> protocol.error("%s is %s (%s): %s"
                        .formatted(
                                condition.getType(),
                                condition.getStatus(),
                                condition.getReason(),
                                condition.getMessage())));
    }

    /** What is known of an operator process: its lease, and its Deployment where it has one. */
    String leader() {
        return lease() + "; " + deployment();
    }

    private String lease() {
        var name = "Lease " + namespace + "/" + StackLabels.OPERATOR;
        Lease lease = client.leases()
                .inNamespace(namespace)
                .withName(StackLabels.OPERATOR)
                .get();
        if (lease == null || lease.getSpec() == null) {
            return name + " does not exist, so none has ever run in this namespace";
        }
        var holder = Optional.ofNullable(lease.getSpec().getHolderIdentity()).orElse("");
        if (holder.isEmpty()) {
            return name + " is held by nobody, so none is running";
        }
        ZonedDateTime renewed = lease.getSpec().getRenewTime();
        Duration age = renewed == null ? Duration.ZERO : Duration.between(renewed.toInstant(), clock.instant());
        return "%s was renewed %d s ago by %s".formatted(name, age.toSeconds(), holder);
    }

    private String deployment() {
        var name = "Deployment " + namespace + "/" + StackLabels.OPERATOR;
        var deployment = client.apps()
                .deployments()
                .inNamespace(namespace)
                .withName(StackLabels.OPERATOR)
                .get();
        if (deployment == null) {
            return name + " does not exist";
        }
        var available = Optional.ofNullable(deployment.getStatus().getAvailableReplicas())
                .orElse(0);
        return "%d of %d pods of %s are available"
                .formatted(available, deployment.getSpec().getReplicas(), name);
    }
}
