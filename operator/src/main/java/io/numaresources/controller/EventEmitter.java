package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.stack.StackLabels;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes Kubernetes events about cluster-scoped objects; in namespace default, where those go. */
final class EventEmitter {
    private static final Logger LOG = LoggerFactory.getLogger(EventEmitter.class);

    private final KubernetesClient client;
    private final Clock clock;

    EventEmitter(KubernetesClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    void normal(HasMetadata about, String reason, String message) {
        emit(about, "Normal", reason, message);
    }

    void warning(HasMetadata about, String reason, String message) {
        emit(about, "Warning", reason, message);
    }

    private void emit(HasMetadata about, String type, String reason, String message) {
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        var event = new EventBuilder()
                .withNewMetadata()
                .withGenerateName(about.getMetadata().getName() + ".")
                .withNamespace("default")
                .endMetadata()
                .withInvolvedObject(new ObjectReferenceBuilder()
                        .withApiVersion(about.getApiVersion())
                        .withKind(about.getKind())
                        .withName(about.getMetadata().getName())
                        .withUid(about.getMetadata().getUid())
                        .build())
                .withType(type)
                .withReason(reason)
                .withMessage(message.length() <= 1000 ? message : message.substring(0, 999) + "…")
                .withNewSource()
                .withComponent(StackLabels.OPERATOR)
                .endSource()
                .withReportingComponent("numaresources.io/operator")
                .withReportingInstance(StackLabels.OPERATOR)
                .withFirstTimestamp(now)
                .withLastTimestamp(now)
                .withCount(1)
                .build();
        try {
            client.v1().events().inNamespace("default").resource(event).create();
        } catch (KubernetesClientException refused) {
            // an event is news, not state: the condition says the same, so the pass goes on
            LOG.atWarn()
                    .addKeyValue("reason", reason)
                    .addKeyValue("error", refused.getMessage())
                    .log("event was not written");
        }
    }
}
