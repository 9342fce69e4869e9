package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.numaresources.stack.StackLabels;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What an event of this operator says.
 *
 * @param warning whether somebody should look
 * @param reason one word for machines
 * @param message for people; cut after 1000 characters, since the API server refuses more than 1024
 */
record EventText(boolean warning, String reason, String message) {
    private static final int LONGEST = 1000;

    /** An event about an object, without name and namespace. */
    EventBuilder about(ObjectReference object, Instant time) {
        String now = time(time);
        return new EventBuilder()
                .withInvolvedObject(object)
                .withType(warning ? "Warning" : "Normal")
                .withReason(reason)
                .withMessage(message.length() <= LONGEST ? message : message.substring(0, LONGEST - 1) + "…")
                .withNewSource()
                .withComponent(StackLabels.OPERATOR)
                .endSource()
                .withReportingComponent("numaresources.io/operator")
                .withReportingInstance(StackLabels.OPERATOR)
                .withFirstTimestamp(now)
                .withLastTimestamp(now)
                .withCount(1);
    }

    /** As events write times. */
    static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
