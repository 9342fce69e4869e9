package io.numaresources.controller;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.numaresources.guard.RejectionCause;
import io.numaresources.guard.Storm;
import io.numaresources.metric.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Numbers of rejected pods. Labels are groups and causes, so that there are few series whatever happens. */
final class RejectionNumbers {
    private final MeterRegistry metrics;
    private final Gauges present;
    private final Gauges storms;
    private final Counter deleted;

    RejectionNumbers(MeterRegistry metrics) {
        this.metrics = metrics;
        present = new Gauges(Metric.GUARD_REJECTED_PODS, metrics);
        storms = new Gauges(Metric.GUARD_STORMS, metrics);
        deleted = Counter.builder(Metric.GUARD_DELETED_PODS.id())
                .description(Metric.GUARD_DELETED_PODS.meaning())
                .register(metrics);
    }

    void rejected(String group, RejectionCause cause) {
        Counter.builder(Metric.GUARD_REJECTIONS.id())
                .description(Metric.GUARD_REJECTIONS.meaning())
                .tag("group", group)
                .tag("reason", cause.reason())
                .register(metrics)
                .increment();
    }

    void deleted() {
        deleted.increment();
    }

    /**
     * What is the case now.
     *
     * @param byGroup rejected pods by group
     * @param raging storms; one in several groups counts in each
     * @param groups all groups
     */
    void present(Map<String, Integer> byGroup, List<Storm> raging, Set<String> groups) {
        var stormsByGroup = new TreeMap<String, Integer>();
        groups.forEach(group -> stormsByGroup.put(group, 0));
        raging.forEach(storm -> storm.groups().forEach(group -> stormsByGroup.merge(group, 1, Integer::sum)));
        present.set(byLabel(byGroup));
        storms.set(byLabel(stormsByGroup));
    }

    private static Map<List<String>, Integer> byLabel(Map<String, Integer> counts) {
        var byLabel = new LinkedHashMap<List<String>, Integer>();
        counts.forEach((label, count) -> byLabel.put(List.of(label), count));
        return byLabel;
    }
}
