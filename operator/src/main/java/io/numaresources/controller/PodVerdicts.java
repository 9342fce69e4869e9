package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import io.numaresources.api.v1alpha1.SchedulerProfile;
import io.numaresources.explain.WaitingPods;
import io.numaresources.metric.Metric;
import io.numaresources.platform.CandidateFeed;
import io.numaresources.time.Moment;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says why pods of our schedulers wait or were refused: an event on each and numbers for all. Works in turns of at most one a second, and in none while
 * nothing changes.
 */
final class PodVerdicts {
    private static final Logger LOG = LoggerFactory.getLogger(PodVerdicts.class);
    private static final Duration BETWEEN_TURNS = Duration.ofSeconds(1);

    private static final Duration BETWEEN_STALLS = Duration.ofMinutes(5);
    private static final int NODES_OF_A_STALL = 100;

    private final WaitingPods pods = new WaitingPods(WaitingPods.Limits.DEFAULT);
    private final CandidateFeed feed = new CandidateFeed(
            node -> changeNode(all -> all.put(node)), name -> changeNode(all -> all.removeNode(name)));
    private final PodEvents events;
    private final CloserLook closerLook;
    private final PodInformers informers;
    private final Clock clock;
    private final Gauges waiting;
    private final Gauges refused;
    private final Turns turns;
    private List<SortedMap<String, Integer>> counted = List.of();
    private volatile IntConsumer onStall = nodes -> {};
    private Moment stalled = Moment.longAgo();

    PodVerdicts(KubernetesClient client, MeterRegistry metrics, Clock clock) {
        this.clock = clock;
        turns = new Turns("pod-verdicts", clock, BETWEEN_TURNS, this::turn);
        events = new PodEvents(client, clock);
        closerLook = new CloserLook(client);
        informers = new PodInformers(client, new PodInformers.Listener() {
            @Override
            public void seen(Pod pod) {
                PodVerdicts.this.seen(pod);
            }

            @Override
            public void left(String phase, String key) {
                PodVerdicts.this.left(phase, key);
            }
        });
        waiting = new Gauges(Metric.PODS_WAITING, metrics);
        refused = new Gauges(Metric.PODS_REJECTED, metrics);
    }

    /** What follows nodes and topologies. */
    CandidateFeed feed() {
        return feed;
    }

    /**
     * Has a listener called with a number of nodes to look at, when pods wait that some node would take: the scheduler may not know what is free. At most
     * every five minutes.
     */
    void onStall(IntConsumer listener) {
        onStall = listener;
    }

    /** Looks at the pods of the schedulers of a spec from now on. */
    void follow(NUMAResourcesOperatorSpec spec) {
        informers.follow(schedulers(spec));
    }

    static Set<String> schedulers(NUMAResourcesOperatorSpec spec) {
        return spec.scheduler().enabled()
                ? Stream.concat(
                                Stream.of(spec.scheduler().name()),
                                spec.scheduler().profiles().stream().map(SchedulerProfile::name))
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /** Looks at no pods any more. */
    void unfollow() {
        informers.follow(Set.of());
    }

    void stop() {
        informers.stop();
        turns.stop();
    }

    private void seen(Pod pod) {
        change(all -> all.see(pod));
    }

    /** A pod that fails leaves one watch and enters the other, in any order. */
    private void left(String phase, String key) {
        change(all -> {
            if (!"Failed".equals(phase)) {
                all.removeWaiting(key);
            }
            if (!"Pending".equals(phase)) {
                all.removeRefused(key);
            }
        });
    }

    /** Nodes change all the time, which matters to nobody where no pod waits. */
    private synchronized void changeNode(Consumer<WaitingPods> what) {
        what.accept(pods);
        if (!pods.idle()) {
            turns.plan(clock.instant());
        }
    }

    private synchronized void change(Consumer<WaitingPods> what) {
        what.accept(pods);
        turns.plan(clock.instant());
    }

    private void turn() {
        WaitingPods.Turn turn;
        var now = clock.instant();
        synchronized (this) {
            turn = pods.turn(now);
            count();
            turn.next().ifPresent(turns::plan);
        }
        if (turn.tellings().stream().anyMatch(telling -> "NUMAFits".equals(telling.reason()))
                && stalled.over(BETWEEN_STALLS, now)) {
            stalled = Moment.of(now);
            onStall.accept(NODES_OF_A_STALL);
        }
        try {
            // outside of the lock, since it asks the API server
            closerLook.before(turn.tellings()).forEach(events::write);
        } catch (RuntimeException failed) {
            LOG.atWarn().addKeyValue("error", failed.getMessage()).log("verdicts on pods were not told");
        }
    }

    private void count() {
        var counts = List.of(pods.waitingByReason(), pods.refusedByReason());
        if (!counts.equals(counted)) {
            waiting.set(byReason(counts.getFirst()));
            refused.set(byReason(counts.getLast()));
            counted = counts;
        }
    }

    private static Map<List<String>, Integer> byReason(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .collect(Collectors.toMap(count -> List.of(count.getKey()), Map.Entry::getValue));
    }
}
