package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import io.numaresources.api.v1alpha1.RejectedPodsTaint;
import io.numaresources.guard.Rejection;
import io.numaresources.guard.RejectionLedger;
import io.numaresources.guard.RejectionRules;
import io.numaresources.guard.Storm;
import io.numaresources.guard.StormNews;
import io.numaresources.time.Moment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches over pods that kubelets of the groups' nodes rejected: tells storms to the owners, as findings and as numbers, and deletes what is old where the
 * resource says so. Works in turns, each at least a second after the last one, and in none while nothing changes.
 */
final class RejectionGuard {
    private static final Logger LOG = LoggerFactory.getLogger(RejectionGuard.class);
    private static final Duration BETWEEN_TURNS = Duration.ofSeconds(1);
    /** Nothing is deleted for so long after none of a batch could be, as for want of a right. */
    private static final Duration AFTER_REFUSAL = Duration.ofMinutes(1);

    /** What a pass wants. */
    private record Orders(RejectionRules rules, boolean taints, Map<String, String> groupOf, Set<String> schedulers) {}

    private final RejectionLedger ledger = new RejectionLedger();
    private final FailedPods pods;
    private final StormNews news = new StormNews();
    private final OwnerEvents events;
    private final RejectedPodDeletion deletion;
    private final RejectionNumbers numbers;
    private final Clock clock;
    private final Runnable onNews;
    private final Turns turns;
    private Optional<Orders> orders = Optional.empty();
    private Instant since = Instant.MAX;
    private Moment refused = Moment.longAgo();
    private volatile List<Finding> findings = List.of();
    private volatile List<Storm> storms = List.of();
    private Set<String> stormed = Set.of();

    /**
     * @param onNews called when the findings are others than before
     */
    RejectionGuard(KubernetesClient client, MeterRegistry metrics, Clock clock, Runnable onNews) {
        this.clock = clock;
        this.onNews = onNews;
        turns = new Turns("rejected-pods", clock, BETWEEN_TURNS, this::turn);
        pods = new FailedPods(client, this::seen, this::gone);
        events = new OwnerEvents(client, clock);
        numbers = new RejectionNumbers(metrics);
        deletion = new RejectedPodDeletion(client, numbers::deleted);
    }

    /**
     * Guards by a spec from now on.
     *
     * @param groupOf group by node
     */
    void follow(NUMAResourcesOperatorSpec spec, Map<String, String> groupOf) {
        synchronized (this) {
            var next = new Orders(
                    RejectionRules.of(spec),
                    spec.rejectedPods().taint() != RejectedPodsTaint.NONE,
                    Map.copyOf(groupOf),
                    PodVerdicts.schedulers(spec));
            if (orders.filter(next::equals).isPresent()) {
                return;
            }
            since = orders.isEmpty() ? clock.instant() : since;
            orders = Optional.of(next);
            turns.plan(clock.instant());
        }
        pods.start();
    }

    /** Looks at no pods any more. */
    void unfollow() {
        synchronized (this) {
            orders = Optional.empty();
        }
        pods.stop();
        findings = List.of();
        storms = List.of();
    }

    void stop() {
        unfollow();
        turns.stop();
    }

    /** What is to be said of storms. */
    List<Finding> findings() {
        return findings;
    }

    /** The storms that rage; empty while the failed pods of the cluster aren't known yet. */
    Optional<List<Storm>> storms() {
        return Optional.of(storms).filter(known -> pods.listed());
    }

    private synchronized void seen(Pod pod) {
        var rejection = Rejection.of(pod);
        if (rejection.isEmpty()) {
            ledger.gone(PodFeed.key(pod));
            return;
        }
        var now = clock.instant();
        // those that were there before this process are no news
        if (ledger.see(rejection.get(), now) && !rejection.get().at().isBefore(since)) {
            orders.map(Orders::groupOf)
                    .map(groupOf -> groupOf.get(rejection.get().node()))
                    .ifPresent(group -> numbers.rejected(group, rejection.get().cause()));
        }
        turns.plan(now);
    }

    private synchronized void gone(String key) {
        ledger.gone(key);
        turns.plan(clock.instant());
    }

    private void turn() {
        Orders now;
        RejectionLedger.Turn turn;
        synchronized (this) {
            if (orders.isEmpty()) {
                return;
            }
            now = orders.get();
            var at = clock.instant();
            boolean waits = !refused.over(AFTER_REFUSAL, at);
            turn = ledger.turn(
                    waits ? now.rules().withoutDeletion() : now.rules(), now.groupOf(), RejectedPodDeletion.BATCH, at);
            if (waits) {
                turns.plan(refused.end(AFTER_REFUSAL, at));
            }
            numbers.present(
                    ledger.byGroup(now.groupOf()),
                    turn.storms(),
                    Set.copyOf(now.groupOf().values()));
            turn.next().ifPresent(turns::plan);
        }
        try {
            publish(Storm.findings(turn.storms(), now.rules(), now.schedulers()), turn.storms(), now.taints());
            tell(turn.storms(), now);
            delete(turn.victims());
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException failed) {
            LOG.atWarn().addKeyValue("error", failed.getMessage()).log("rejected pods were not guarded");
        }
    }

    private void tell(List<Storm> storms, Orders by) {
        var turn = news.turn(storms, clock.instant());
        turn.tellings()
                .forEach(telling -> events.write(telling, telling.storm().sentence(by.rules(), by.schedulers())));
        if (turn.more()) {
            turns.plan(clock.instant());
        }
    }

    private void delete(List<Rejection> victims) throws InterruptedException {
        if (deletion.delete(victims) == 0 && !victims.isEmpty()) {
            LOG.atWarn().addKeyValue("pods", victims.size()).log("none of these rejected pods could be deleted");
            synchronized (this) {
                var now = clock.instant();
                refused = Moment.of(now);
                turns.plan(refused.end(AFTER_REFUSAL, now));
            }
        }
    }

    /** What a storm's numbers are is no news; where it is, if nodes are tainted for it. */
    private void publish(List<Finding> next, List<Storm> raging, boolean taints) {
        var nodes = taints
                ? raging.stream()
                        .flatMap(storm -> storm.nodes().keySet().stream())
                        .collect(Collectors.toSet())
                : Set.<String>of();
        boolean news = !next.equals(findings) || !nodes.equals(stormed);
        storms = raging;
        stormed = nodes;
        findings = next;
        if (news) {
            onNews.run();
        }
    }
}
