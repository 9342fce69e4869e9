package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.guard.StormNews;
import io.numaresources.stack.StackLabels;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the owners of rejected pods: one event for each owner, by a name that follows from it, so that it is one whatever process writes it. */
final class OwnerEvents {
    private static final String REASON = "NUMARejectionStorm";
    private static final Logger LOG = LoggerFactory.getLogger(OwnerEvents.class);

    private final KubernetesClient client;
    private final Clock clock;

    OwnerEvents(KubernetesClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    void write(StormNews.Telling telling, String sentence) {
        var owner = telling.storm().owner();
        var object = new ObjectReferenceBuilder()
                .withApiVersion(owner.apiVersion())
                .withKind(owner.kind())
                .withNamespace(owner.namespace())
                .withName(owner.name())
                .withUid(owner.uid())
                .build();
        var event = new EventText(true, REASON, sentence)
                .about(object, clock.instant())
                .withNewMetadata()
                .withName(PodEvents.name(owner.name(), owner.uid()))
                .withNamespace(owner.namespace())
                .endMetadata()
                .withFirstTimestamp(EventText.time(telling.first()))
                .withCount(telling.count())
                .build();
        try {
            client.v1()
                    .events()
                    .resource(event)
                    .fieldManager(StackLabels.OPERATOR)
                    .forceConflicts()
                    .serverSideApply();
        } catch (KubernetesClientException refused) {
            // an event is news, not state, and its namespace may be going away
            LOG.atDebug()
                    .addKeyValue("owner", owner.text())
                    .addKeyValue("error", refused.getMessage())
                    .log("event was not written");
        }
    }
}
