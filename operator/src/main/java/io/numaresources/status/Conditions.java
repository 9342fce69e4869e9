package io.numaresources.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Dates conditions: the transition time moves only when a condition's status does. */
final class Conditions {
    private static final int LONGEST_MESSAGE = 1024;

    private Conditions() {}

    static List<Condition> dated(List<Verdict> verdicts, List<Condition> previous, long generation, Clock clock) {
        return verdicts.stream()
                .map(verdict -> dated(verdict, previous, generation, clock))
                .toList();
    }

    private static Condition dated(Verdict verdict, List<Condition> previous, long generation, Clock clock) {
        String status = verdict.holds() ? "True" : "False";
        Optional<String> since = previous.stream()
                .filter(condition ->
                        verdict.type().value().equals(condition.getType()) && status.equals(condition.getStatus()))
                .map(Condition::getLastTransitionTime)
                .findFirst();
        String message = verdict.message();
        return new ConditionBuilder()
                .withType(verdict.type().value())
                .withStatus(status)
                .withReason(verdict.reason())
                .withMessage(
                        message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE - 1) + "…")
                .withObservedGeneration(generation)
                .withLastTransitionTime(since.orElseGet(
                        () -> clock.instant().truncatedTo(ChronoUnit.SECONDS).toString()))
                .build();
    }
}
