package io.numaresources.node;

import io.numaresources.node.Ledger.UnavailableException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the agent waits. A request to stop ends every wait at once; a step that is under way is finished first. */
public final class Patience {
    private static final Logger LOG = LoggerFactory.getLogger(Patience.class);
    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Waiting waiting;

    /** How time passes; a test's passes at once. */
    @FunctionalInterface
    interface Waiting {
        /** Waits for the latch, at most so long; returns whether it was opened. */
        boolean await(CountDownLatch latch, Duration atMost) throws InterruptedException;
    }

    /** That of a real agent. */
    public Patience() {
        this((latch, atMost) -> latch.await(atMost.toMillis(), TimeUnit.MILLISECONDS));
    }

    Patience(Waiting waiting) {
        this.waiting = waiting;
    }

    /** Asks the agent to stop. */
    public void stop() {
        stopped.countDown();
    }

    /**
     * Waits.
     *
     * @throws StoppedException where the agent is to stop
     */
    void pause(Duration duration) {
        try {
            if (waiting.await(stopped, duration)) {
                throw new StoppedException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoppedException();
        }
    }

    /** Tries until the API server answers, with growing pauses; what guards the node meanwhile is the host's timer. */
    <T> T untilAvailable(Supplier<T> attempt) {
        var pause = FIRST;
        while (true) {
            try {
                return attempt.get();
            } catch (UnavailableException e) {
                LOG.atWarn()
                        .addKeyValue("reason", e.getMessage())
                        .addKeyValue("again", pause)
                        .log("the API server is not available");
                pause(pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : pause.multipliedBy(2);
            }
        }
    }

    /** The agent is to stop; another one goes on. */
    public static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** Without a reason of its own. */
        public StoppedException() {
            super("stopped");
        }
    }
}
