package io.numaresources.controller;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import io.numaresources.time.Moment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When a status is written. A condition that turns and a finding of a new code are written at once; numbers alone five seconds after the write
 * before, and while they go on changing, as when a thousand nodes join, every ten.
 */
final class StatusPace {
    private static final Duration BETWEEN_NUMBERS = Duration.ofSeconds(5);
    private static final Duration WHILE_NUMBERS_GO_ON = Duration.ofSeconds(10);
    private static final Duration NOTHING_TO_WRITE = Duration.ZERO;

    private final KubernetesSerialization serialization;
    private final Clock clock;
    private Moment lastWrite = Moment.longAgo();
    private Duration pace = BETWEEN_NUMBERS;

    StatusPace(KubernetesSerialization serialization, Clock clock) {
        this.serialization = serialization;
        this.clock = clock;
    }

    /**
     * The update of a status, or none yet.
     *
     * @param again when the resource is to be looked at again for other reasons; zero means no reason
     */
    UpdateControl<NUMAResourcesOperator> control(
            NUMAResourcesOperator primary, NUMAResourcesOperatorStatus status, Stream<Duration> again) {
        var wait = waitBefore(primary.getStatus(), status);
        UpdateControl<NUMAResourcesOperator> control =
                wait.isPresent() ? UpdateControl.noUpdate() : UpdateControl.patchStatus(fresh(primary, status));
        Stream.concat(again, wait.stream())
                .filter(Duration::isPositive)
                .min(Duration::compareTo)
                .ifPresent(control::rescheduleAfter);
        return control;
    }

    /** The status alone, to be patched. */
    static NUMAResourcesOperator fresh(NUMAResourcesOperator primary, NUMAResourcesOperatorStatus status) {
        var fresh = new NUMAResourcesOperator();
        fresh.setMetadata(new ObjectMetaBuilder()
                .withName(primary.getMetadata().getName())
                .build());
        fresh.setStatus(status);
        return fresh;
    }

    /** How long to wait before the status may be written: empty for now, zero where there is nothing to write. */
    synchronized Optional<Duration> waitBefore(
            @Nullable NUMAResourcesOperatorStatus stored, NUMAResourcesOperatorStatus wanted) {
        if (same(stored, wanted)) {
            return Optional.of(NOTHING_TO_WRITE);
        }
        Instant now = clock.instant();
        boolean numbersAlone = stored != null && turns(stored).equals(turns(wanted));
        if (numbersAlone && !lastWrite.over(pace, now)) {
            return Optional.of(lastWrite.left(pace, now).plusMillis(10));
        }
        boolean goOn = numbersAlone && !lastWrite.over(WHILE_NUMBERS_GO_ON.multipliedBy(2), now);
        pace = goOn ? WHILE_NUMBERS_GO_ON : BETWEEN_NUMBERS;
        lastWrite = Moment.of(now);
        return Optional.empty();
    }

    boolean same(@Nullable NUMAResourcesOperatorStatus stored, NUMAResourcesOperatorStatus wanted) {
        return stored != null && tree(stored).equals(tree(wanted));
    }

    /** Writes a status that differs, at once. */
    void write(KubernetesClient client, NUMAResourcesOperator primary, NUMAResourcesOperatorStatus status) {
        if (!same(primary.getStatus(), status)) {
            client.resource(primary)
                    .subresource("status")
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"status\":%s}".formatted(serialization.asJson(status)));
        }
    }

    private JsonNode tree(NUMAResourcesOperatorStatus status) {
        return serialization.convertValue(status, JsonNode.class);
    }

    private static List<String> turns(NUMAResourcesOperatorStatus status) {
        var codes = status.findings().stream().map(Finding::code).distinct();
        return Stream.concat(status.conditions().stream().map(StatusPace::turn), codes)
                .sorted()
                .toList();
    }

    private static String turn(Condition condition) {
        return condition.getType() + condition.getStatus() + condition.getReason() + condition.getObservedGeneration();
    }
}
