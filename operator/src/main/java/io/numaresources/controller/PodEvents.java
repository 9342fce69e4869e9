package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.explain.Telling;
import java.time.Clock;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one event for each pod, by a name that follows from the pod, so that it is one whatever process writes it. */
final class PodEvents {
    private static final Logger LOG = LoggerFactory.getLogger(PodEvents.class);
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;
    private final KubernetesClient client;
    private final Clock clock;

    PodEvents(KubernetesClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    void write(Telling telling) {
        var event = event(telling);
        try {
            if (telling.first()) {
                create(event, telling);
            } else {
                patch(event);
            }
        } catch (KubernetesClientException refused) {
            // an event is news, not state, and its namespace may be going away
            LOG.atDebug()
                    .addKeyValue("pod", telling.pod().key())
                    .addKeyValue("error", refused.getMessage())
                    .log("event was not written");
        }
    }

    /** A process before this one may have written it; a refusal was told completely then. */
    private void create(Event event, Telling telling) {
        try {
            client.v1().events().resource(event).create();
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != CONFLICT) {
                throw refused;
            }
            if (telling.pod().refusal().isEmpty()) {
                patch(event);
            }
        }
    }

    /** An event lives for an hour, after which it is made anew. */
    private void patch(Event event) {
        var changed = client.getKubernetesSerialization()
                .asJson(Map.of(
                        "reason", event.getReason(),
                        "type", event.getType(),
                        "message", event.getMessage(),
                        "lastTimestamp", event.getLastTimestamp()));
        try {
            client.v1()
                    .events()
                    .inNamespace(event.getMetadata().getNamespace())
                    .withName(event.getMetadata().getName())
                    .patch(PatchContext.of(PatchType.JSON_MERGE), changed);
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != NOT_FOUND) {
                throw refused;
            }
            client.v1().events().resource(event).create();
        }
    }

    private Event event(Telling telling) {
        var pod = telling.pod();
        var object = new ObjectReferenceBuilder()
                .withApiVersion("v1")
                .withKind("Pod")
                .withNamespace(pod.namespace())
                .withName(pod.name())
                .withUid(pod.uid())
                .build();
        return new EventText(telling.warning(), telling.reason(), telling.sentence())
                .about(object, clock.instant())
                .withNewMetadata()
                .withName(name(pod.name(), pod.uid()))
                .withNamespace(pod.namespace())
                .endMetadata()
                .build();
    }

    /** A pod's name has at most 253 characters, as has an event's. */
    static String name(String pod, String uid) {
        var suffix = ".numa-" + uid;
        return pod.substring(0, Math.min(pod.length(), 253 - suffix.length())) + suffix;
    }
}
