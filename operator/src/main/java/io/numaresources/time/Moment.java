package io.numaresources.time;

import java.time.Duration;
import java.time.Instant;

/**
 * When something happened, for whoever waits a while from then on. A clock that is set back makes a moment lie ahead, and a wait as much longer; such a moment
 * counts as now from the first look at it, so that nobody waits longer than once more for what they wait.
 */
public final class Moment {
    private volatile Instant at;

    private Moment(Instant at) {
        this.at = at;
    }

    /** A moment by the clock that later looks go by. */
    public static Moment of(Instant at) {
        return new Moment(at);
    }

    /** So long ago that every wait is over. */
    public static Moment longAgo() {
        return new Moment(Instant.EPOCH);
    }

    /** This moment, which is now if it would lie ahead. */
    public Moment seen(Instant now) {
        if (at.isAfter(now)) {
            at = now;
        }
        return this;
    }

    /** What is left of a wait since then: from zero to the whole of it. */
    public Duration left(Duration wait, Instant now) {
        var left = Duration.between(now, seen(now).at.plus(wait));
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Whether nothing is left of a wait since then. */
    public boolean over(Duration wait, Instant now) {
        return left(wait, now).isZero();
    }

    /** When a wait since then is over; now if it is already. */
    public Instant end(Duration wait, Instant now) {
        return now.plus(left(wait, now));
    }
}
