package io.numaresources.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.numaresources.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The series of a gauge of the catalogue; those that aren't given any more go. */
final class Gauges {
    private final Metric metric;
    private final MultiGauge gauge;

    Gauges(Metric metric, MeterRegistry metrics) {
        this.metric = metric;
        var builder = MultiGauge.builder(metric.id()).description(metric.meaning());
        gauge = ("seconds".equals(metric.unit()) ? builder.baseUnit("seconds") : builder).register(metrics);
    }

    /** Sets the numbers by the values of the labels, in the order of the catalogue. */
    void set(Map<List<String>, ? extends Number> numbers) {
        var rows = new ArrayList<MultiGauge.Row<?>>();
        numbers.forEach((labels, number) -> rows.add(MultiGauge.Row.of(tags(labels), number)));
        gauge.register(rows, true);
    }

    /** Sets where the numbers come from when they are read. */
    void follow(Map<List<String>, Supplier<Number>> numbers) {
        var rows = new ArrayList<MultiGauge.Row<?>>();
        numbers.forEach((labels, number) -> rows.add(MultiGauge.Row.of(tags(labels), number)));
        gauge.register(rows, true);
    }

    private Tags tags(List<String> values) {
        var tags = Tags.empty();
        for (int i = 0; i < values.size(); i++) {
            tags = tags.and(metric.labels().get(i), values.get(i));
        }
        return tags;
    }
}
