package io.numaresources.testbed;

import java.time.Duration;
import java.util.Locale;

/**
 * What a {@link VersionProxy} does to requests. Shares are from 0 to 1.
 *
 * @param delay each request waits up to that long
 * @param throttled share of requests that is answered 429 with Retry-After
 * @param failed share of requests that is answered 500, 503 or 504
 * @param conflicting share of writes that is answered 409
 * @param lost share of writes that is carried out, and the connection cut instead of an answer
 * @param watches how long a watch lives at most; zero for as long as it likes
 */
public record Faults(
        Duration delay, double throttled, double failed, double conflicting, double lost, Duration watches) {

    /** Nothing goes wrong. */
    public static final Faults NONE = new Faults(Duration.ZERO, 0, 0, 0, 0, Duration.ZERO);

    String json() {
        return String.format(
                Locale.ROOT,
                "{\"delayMillis\":%d,\"throttled\":%f,\"failed\":%f,\"conflicting\":%f,\"lost\":%f,\"watchMillis\":%d}",
                delay.toMillis(),
                throttled,
                failed,
                conflicting,
                lost,
                watches.toMillis());
    }
}
