package io.numaresources.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.numaresources.explain.PublishedTopology;
import io.numaresources.guard.ZoneTotals;
import io.numaresources.metric.Metric;
import io.numaresources.platform.TopologyView;
import io.numaresources.time.Moment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the zones of each group have and how old what they publish is. Summed up when the numbers are read, at most every ten seconds: they change with each
 * pod, and few look.
 */
final class ZoneNumbers {
    private static final Duration FRESH = Duration.ofSeconds(10);
    /** A node may have any number of kinds of devices; further ones, by name, aren't shown. */
    private static final int MOST_RESOURCES = 20;

    private final Gauges capacity;
    private final Gauges allocatable;
    private final Gauges available;
    private final Gauges largest;
    private final Gauges stranded;
    private final Gauges age;
    private final ClusterView view;
    private final Clock clock;
    private Map<String, List<String>> members = Map.of();
    private Map<String, List<String>> shown = Map.of();
    private Map<String, Summed> summed = Map.of();
    private int topologies;
    private Moment at = Moment.longAgo();

    private record Summed(ZoneTotals totals, Optional<Instant> oldest) {}

    ZoneNumbers(MeterRegistry metrics, ClusterView view, Clock clock) {
        this.view = view;
        this.clock = clock;
        capacity = new Gauges(Metric.ZONES_CAPACITY, metrics);
        allocatable = new Gauges(Metric.ZONES_ALLOCATABLE, metrics);
        available = new Gauges(Metric.ZONES_AVAILABLE, metrics);
        largest = new Gauges(Metric.LARGEST_SLOT, metrics);
        stranded = new Gauges(Metric.STRANDED_CPUS, metrics);
        age = new Gauges(Metric.TOPOLOGY_AGE, metrics);
    }

    /**
     * Shows these groups from now on.
     *
     * @param groupOf group by node
     * @param published how many topologies there are: with others there may be other resources
     */
    synchronized void follow(Map<String, String> groupOf, int published) {
        var next = new TreeMap<String, List<String>>();
        groupOf.forEach((node, group) ->
                next.computeIfAbsent(group, key -> new ArrayList<>()).add(node));
        if (next.equals(members) && published == topologies) {
            return;
        }
        members = next;
        topologies = published;
        at = Moment.longAgo();
        var resources = new TreeMap<String, List<String>>();
        sums().forEach((group, sum) -> resources.put(
                group,
                sum.totals().capacity().keySet().stream().limit(MOST_RESOURCES).toList()));
        if (!resources.equals(shown)) {
            shown = resources;
            register();
        }
    }

    private void register() {
        capacity.follow(byResource(ZoneTotals::capacity));
        allocatable.follow(byResource(ZoneTotals::allocatable));
        available.follow(byResource(ZoneTotals::available));
        largest.follow(byResource(ZoneTotals::largestSlot));
        stranded.follow(byGroup(sum -> sum.totals().stranded()));
        age.follow(byGroup(sum -> sum.oldest()
                .map(oldest -> Duration.between(oldest, clock.instant()).toMillis() / 1e3)
                .orElse(0.0)));
    }

    private Map<List<String>, Supplier<Number>> byResource(Function<ZoneTotals, SortedMap<String, Double>> which) {
        var rows = new HashMap<List<String>, Supplier<Number>>();
        shown.forEach((group, resources) -> resources.forEach(resource -> rows.put(
                List.of(group, resource),
                () -> number(group, sum -> which.apply(sum.totals()).getOrDefault(resource, 0.0)))));
        return rows;
    }

    private Map<List<String>, Supplier<Number>> byGroup(Function<Summed, Double> which) {
        var rows = new HashMap<List<String>, Supplier<Number>>();
        shown.keySet().forEach(group -> rows.put(List.of(group), () -> number(group, which)));
        return rows;
    }

    private synchronized double number(String group, Function<Summed, Double> which) {
        var sum = sums().get(group);
        return sum == null ? 0 : which.apply(sum);
    }

    private Map<String, Summed> sums() {
        var now = clock.instant();
        if (at.over(FRESH, now)) {
            var next = new HashMap<String, Summed>();
            members.forEach((group, nodes) -> next.put(group, sum(nodes)));
            summed = next;
            at = Moment.of(now);
        }
        return summed;
    }

    private Summed sum(List<String> nodes) {
        var published =
                nodes.stream().flatMap(node -> view.topology(node).stream()).toList();
        return new Summed(
                ZoneTotals.of(published.stream()
                        .map(TopologyView::published)
                        .map(PublishedTopology::zones)
                        .flatMap(List::stream)
                        .toList()),
                published.stream()
                        .flatMap(topology -> topology.written().stream())
                        .min(Instant::compareTo));
    }
}
