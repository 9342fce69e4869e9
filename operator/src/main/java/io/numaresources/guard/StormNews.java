package io.numaresources.guard;

import io.numaresources.time.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which storms are to be told to their owners now: each when it begins and every five minutes while it lasts, at most ten in a turn, which is a second. For
 * one thread at a time.
 */
public final class StormNews {
    private static final Duration AGAIN = Duration.ofMinutes(5);
    private static final int MOST = 10;

    /**
     * Something to tell.
     *
     * @param storm which storm
     * @param first when it was told first
     * @param count how often it was told, this time included
     */
    public record Telling(Storm storm, Instant first, int count) {}

    /**
     * Outcome of a turn.
     *
     * @param tellings what to tell now
     * @param more whether something was left for the next turn
     */
    public record Turn(List<Telling> tellings, boolean more) {}

    private record Told(Instant first, Moment last, int count) {}

    private final Map<Owner, Told> told = new HashMap<>();

    /** What there is to tell of the storms that rage now; those that don't are forgotten. */
    public Turn turn(List<Storm> storms, Instant now) {
        told.keySet().retainAll(storms.stream().map(Storm::owner).collect(Collectors.toSet()));
        var due = storms.stream()
                .filter(storm -> {
                    var last = told.get(storm.owner());
                    return last == null || last.last().over(AGAIN, now);
                })
                .toList();
        var tellings = due.stream().limit(MOST).map(storm -> tell(storm, now)).toList();
        return new Turn(tellings, due.size() > tellings.size());
    }

    private Telling tell(Storm storm, Instant now) {
        var last = told.get(storm.owner());
        var telling = new Told(last == null ? now : last.first(), Moment.of(now), last == null ? 1 : last.count() + 1);
        told.put(storm.owner(), telling);
        return new Telling(storm, telling.first(), telling.count());
    }
}
