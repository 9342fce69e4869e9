package io.numaresources.controller;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether this process may still write. It may for as long after the last renewal of the lease as it may go on trying to renew it, which is a little less than the
 * lease lasts, so that what it sends arrives before another process can lead. The elector looks only every few seconds, and a process that stood still does
 * much before its elector looks.
 *
 * <p>Time is taken by two clocks: one that nobody sets, and the wall clock, since the first stands still with a machine that is suspended.
 */
final class Tenure {
    private final Duration length;
    private final Clock clock;
    private final LongSupplier nanos;
    private volatile Optional<Renewal> last = Optional.empty();
    private volatile boolean ended;

    private record Renewal(Instant at, long nanos) {}

    /**
     * @param length how long a renewal is good for
     * @param nanos clock that nobody sets, from an origin of its own
     */
    Tenure(Duration length, Clock clock, LongSupplier nanos) {
        this.length = length;
        this.clock = clock;
        this.nanos = nanos;
    }

    /**
     * The lease was renewed.
     *
     * @param at the time that the lease says; that it was written may have taken a while
     */
    void renewed(Instant at) {
        var age = Duration.between(at, clock.instant());
        last = Optional.of(new Renewal(at, nanos.getAsLong() - (age.isNegative() ? 0 : age.toNanos())));
    }

    /** This process leads no more, whatever the time, and will not lead again. */
    void end() {
        ended = true;
    }

    /** Why nothing may be written now; empty where it may. */
    Optional<String> refusal() {
        if (ended || last.isEmpty()) {
            return Optional.of("this process does not hold the lease");
        }
        var renewal = last.get();
        var byWall = Duration.between(renewal.at(), clock.instant());
        var age = Duration.ofNanos(nanos.getAsLong() - renewal.nanos());
        var longer = byWall.compareTo(age) > 0 ? byWall : age;
        return longer.compareTo(length) < 0
                ? Optional.empty()
                : Optional.of("the lease was renewed %d s ago, which is good for %d s"
                        .formatted(longer.toSeconds(), length.toSeconds()));
    }
}
