package io.numaresources.controller;

import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.fleet.Reported;
import io.numaresources.time.Moment;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * What both reconcilers know of the NUMANodes: the cache, what this process wrote since, and the plan. A budget that is decided from a
 * cache that lags behind one's own writes is no budget.
 */
@Singleton
class Fleet {
    /** A watch that lags behind for longer is broken, and the object may have been deleted by others. */
    private static final Duration LONGEST_LAG = Duration.ofMinutes(2);

    private final Clock clock;
    private final Map<String, Written> written = new ConcurrentHashMap<>();
    private final Map<String, String> told = new ConcurrentHashMap<>();
    private volatile Optional<Opened> opened = Optional.empty();
    private volatile Optional<FleetPlan> plan = Optional.empty();
    private volatile Runnable onNews = () -> {};

    private record Written(Optional<NUMANode> node, Moment at) {}

    private record Opened(Cache<NUMANode> cache, Consumer<String> raise) {}

    Fleet(Clock clock) {
        this.clock = clock;
    }

    /**
     * The cache is filled.
     *
     * @param raise has a node looked at
     */
    void open(Cache<NUMANode> cache, Consumer<String> raise) {
        opened = Optional.of(new Opened(cache, raise));
        onNews.run();
    }

    /** Whether it is known which NUMANodes there are. */
    boolean isOpen() {
        return opened.isPresent();
    }

    /** Has a listener called when a NUMANode changed, and once the cache is filled. */
    void onNews(Runnable listener) {
        onNews = listener;
    }

    /** A NUMANode was looked at; tells the listener if it is another than the last time. */
    void seen(NUMANode node) {
        String version = node.getMetadata().getResourceVersion();
        if (!version.equals(told.put(node.getMetadata().getName(), version))) {
            onNews.run();
        }
    }

    /** All NUMANodes by name. */
    Map<String, Reported> all() {
        var all = new TreeMap<String, Reported>();
        opened.ifPresent(open ->
                open.cache().list().forEach(node -> all.put(node.getMetadata().getName(), new Reported(node))));
        written.forEach((name, own) -> latest(
                        name, Optional.ofNullable(all.get(name)).map(Reported::node))
                .ifPresentOrElse(node -> all.put(name, new Reported(node)), () -> all.remove(name)));
        return all;
    }

    Optional<Reported> find(String name) {
        return latest(name, opened.flatMap(open -> open.cache().get(new ResourceID(name))))
                .map(Reported::new);
    }

    /** Keeps what a write answered. */
    void wrote(NUMANode answer) {
        written.put(answer.getMetadata().getName(), new Written(Optional.of(answer), Moment.of(clock.instant())));
    }

    /** Keeps that an object was deleted. */
    void deleted(String name) {
        written.put(name, new Written(Optional.empty(), Moment.of(clock.instant())));
        told.remove(name);
    }

    Optional<FleetPlan> plan() {
        return plan;
    }

    /** Has every node that isn't at rest looked at under a new plan. */
    void publish(FleetPlan next) {
        var before = plan;
        plan = Optional.of(next);
        if (before.isEmpty() || !before.get().equals(next)) {
            opened.ifPresent(open -> all().values().stream()
                    .filter(node -> node.phase().next().isPresent())
                    .map(Reported::name)
                    .forEach(open.raise()));
        }
    }

    private Optional<NUMANode> latest(String name, Optional<NUMANode> cached) {
        var own = written.get(name);
        if (own == null) {
            return cached;
        }
        boolean old = own.at().over(LONGEST_LAG, clock.instant());
        boolean overtaken = own.node().isEmpty()
                ? cached.isEmpty()
                : cached.filter(seen -> version(seen) >= version(own.node().get()))
                        .isPresent();
        if (old || overtaken) {
            written.remove(name, own);
            return cached;
        }
        return own.node();
    }

    private static long version(NUMANode node) {
        return Long.parseLong(node.getMetadata().getResourceVersion());
    }
}
