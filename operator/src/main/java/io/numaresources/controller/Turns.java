package io.numaresources.controller;

import io.numaresources.time.Moment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Calls something in turns on a thread of its own, each at least a while after the last one began, and in none that nobody planned. */
final class Turns {
    private final ScheduledExecutorService worker;
    private final Clock clock;
    private final Duration between;
    private final Runnable turn;
    private @Nullable ScheduledFuture<?> planned;
    private Moment last = Moment.longAgo();

    /**
     * @param thread name of the thread
     * @param between least time from the beginning of a turn to that of the next
     */
    Turns(String thread, Clock clock, Duration between, Runnable turn) {
        worker = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name(thread).daemon().factory());
        this.clock = clock;
        this.between = between;
        this.turn = turn;
    }

    /** Plans a turn, which is brought forward where one is planned for later. */
    synchronized void plan(Instant when) {
        if (worker.isShutdown()) {
            return;
        }
        var now = clock.instant();
        var earliest = last.end(between, now);
        long delay = Math.max(
                0,
                Duration.between(now, when.isBefore(earliest) ? earliest : when).toMillis());
        if (planned != null && !planned.isDone()) {
            if (planned.getDelay(TimeUnit.MILLISECONDS) <= delay) {
                return;
            }
            planned.cancel(false);
        }
        planned = worker.schedule(this::take, delay, TimeUnit.MILLISECONDS);
    }

    synchronized void stop() {
        worker.shutdownNow();
    }

    private void take() {
        synchronized (this) {
            planned = null;
            last = Moment.of(clock.instant());
        }
        turn.run();
    }
}
