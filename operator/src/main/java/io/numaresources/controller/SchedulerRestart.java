package io.numaresources.controller;

import io.numaresources.stack.TopologyFacts;
import io.numaresources.time.Moment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * When the scheduler must be restarted because its topology cache would not see something: the plugin loads the objects that
 * exist when it starts (scheduler-plugins #967) and keeps the policy it read (#621). At most one restart per minute; a node
 * that goes away needs none.
 *
 * <p>The value is kept in a pod-template annotation, {@code <time>/<hash of names, policies and scopes>}, so that a new
 * operator process knows what the running scheduler has seen.
 */
final class SchedulerRestart {
    private static final Duration SHORTEST_INTERVAL = Duration.ofMinutes(1);
    /** Topologies of a joining pool arrive one after the other; one restart shall cover them. */
    private static final Duration SETTLE = Duration.ofSeconds(3);

    private final Clock clock;
    private Set<String> seenByScheduler = Set.of();
    private Set<String> latest = Set.of();
    private Moment latestSince = Moment.longAgo();

    /**
     * What to do.
     *
     * @param value annotation value to render
     * @param restarts whether it differs from the one in force
     * @param again when to look again, zero for not at all
     */
    record Decision(String value, boolean restarts, Duration again) {}

    SchedulerRestart(Clock clock) {
        this.clock = clock;
    }

    /**
     * Decides.
     *
     * @param inForce annotation value of the Deployment, empty where there is none
     * @param topologies topologies of the groups' nodes
     */
    synchronized Decision decide(String inForce, Collection<TopologyFacts> topologies) {
        Instant now = clock.instant();
        Set<String> current = topologies.stream()
                .map(topology -> topology.name() + "=" + topology.policy() + "/" + topology.scope())
                .collect(Collectors.toUnmodifiableSet());
        if (!current.equals(latest)) {
            latest = current;
            latestSince = Moment.of(now);
        }
        if (inForce.endsWith("/" + hash(current))) {
            seenByScheduler = current;
        }
        if (seenByScheduler.containsAll(current)) {
            return new Decision(inForce, false, Duration.ZERO);
        }
        Duration wait = max(latestSince.left(SETTLE, now), sinceRestart(inForce, now));
        if (wait.isPositive()) {
            return new Decision(inForce, false, wait.plusMillis(50));
        }
        seenByScheduler = current;
        return new Decision(now.truncatedTo(ChronoUnit.SECONDS) + "/" + hash(current), true, Duration.ZERO);
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** What is left of the interval. The value is read anew each time, so that one of a time to come, by another process's clock, would never pass: it has passed. */
    private static Duration sinceRestart(String value, Instant now) {
        int slash = value.indexOf('/');
        Instant restarted = slash < 0 ? Instant.EPOCH : Instant.parse(value.substring(0, slash));
        return restarted.isAfter(now) ? Duration.ZERO : Moment.of(restarted).left(SHORTEST_INTERVAL, now);
    }

    private static String hash(Set<String> seen) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            seen.stream().sorted().forEach(line -> digest.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
