package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes Kubernetes events about cluster-scoped objects; in namespace default, where those go. */
final class EventEmitter {
    private static final Logger LOG = LoggerFactory.getLogger(EventEmitter.class);

    private final Consumer<Event> writer;
    private final Clock clock;

    EventEmitter(KubernetesClient client, Clock clock) {
        this(
                event -> client.v1()
                        .events()
                        .inNamespace(event.getMetadata().getNamespace())
                        .resource(event)
                        .create(),
                clock);
    }

    /**
     * @param writer creates an event
     */
    EventEmitter(Consumer<Event> writer, Clock clock) {
        this.writer = writer;
        this.clock = clock;
    }

    void normal(HasMetadata about, String reason, String message) {
        emit(about, new EventText(false, reason, message));
    }

    void warning(HasMetadata about, String reason, String message) {
        emit(about, new EventText(true, reason, message));
    }

    private void emit(HasMetadata about, EventText text) {
        var object = new ObjectReferenceBuilder()
                .withApiVersion(about.getApiVersion())
                .withKind(about.getKind())
                .withName(about.getMetadata().getName())
                .withUid(about.getMetadata().getUid())
                .build();
        var event = text.about(object, clock.instant())
                .withNewMetadata()
                .withGenerateName(about.getMetadata().getName() + ".")
                .withNamespace("default")
                .endMetadata()
                .build();
        try {
            writer.accept(event);
        } catch (KubernetesClientException refused) {
            // an event is news, not state: the condition says the same, so the pass goes on
            LOG.atWarn()
                    .addKeyValue("reason", text.reason())
                    .addKeyValue("error", refused.getMessage())
                    .log("event was not written");
        }
    }
}
