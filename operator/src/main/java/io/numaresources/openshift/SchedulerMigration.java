package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The scheduler block for a NUMAResourcesScheduler of nodetopology.openshift.io. */
final class SchedulerMigration {
    private static final Map<String, Object> GUARANTEED = Map.of("cpu", "600m", "memory", "1200Mi");

    private SchedulerMigration() {}

    static Map<String, Object> of(Optional<GenericKubernetesResource> scheduler, List<String> notes) {
        var block = new LinkedHashMap<String, Object>();
        if (scheduler.isEmpty()) {
            block.put("enabled", false);
            return block;
        }
        Object spec = scheduler.get().getAdditionalProperties().get("spec");
        copy(spec, "schedulerName", block, "name");
        copy(spec, "logLevel", block, "logLevel");
        copy(spec, "cacheResyncDebug", block, "cacheDebug");
        copy(spec, "schedulerInformer", block, "informer");
        period(spec, block, notes);
        Tree.text(spec, "cacheResyncDetection")
                .ifPresent(detection ->
                        block.put("foreignPods", detection.equals("Aggressive") ? "All" : "OnlyExclusiveResources"));
        if (!Tree.map(spec, "scoringStrategy").isEmpty()) {
            block.put("scoringStrategy", Tree.map(spec, "scoringStrategy"));
        }
        if (Migration.on(spec, "preemptionMode")) {
            block.put("preemption", "NUMAAware");
        }
        if (Tree.at(spec, "replicas") instanceof Integer replicas) {
            block.put("replicas", replicas);
        }
        if ("guaranteed".equals(Migration.knob(scheduler.get(), "scheduler-qos-request"))) {
            block.put("resources", Map.of("requests", GUARANTEED, "limits", GUARANTEED));
        }
        Tree.text(spec, "imageSpec")
                .ifPresent(image -> notes.add(
                        "the scheduler image %s is not carried over: the version matrix chooses one; scheduler.image names another"
                                .formatted(image)));
        return block;
    }

    private static void period(@Nullable Object spec, Map<String, Object> block, List<String> notes) {
        Tree.text(spec, "cacheResyncPeriod").ifPresent(period -> {
            if (period.matches("0+(ms|s|m|h)?")) {
                notes.add(
                        "cacheResyncPeriod " + period + " is left out: without the cache each pod asks for each node");
            } else {
                block.put("cacheResyncPeriod", period);
            }
        });
    }

    private static void copy(@Nullable Object spec, String from, Map<String, Object> block, String to) {
        Tree.text(spec, from).ifPresent(value -> block.put(to, value));
    }
}
