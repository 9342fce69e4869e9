package io.numaresources.testbed.binaries;

import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;

/** Reports a long step: one line updated in place on a terminal, otherwise a line at its start, at its end and every 30 s. */
public final class Progress {

    private static final Duration QUIET = Duration.ofSeconds(30);

    private final PrintStream out;
    private final boolean terminal;
    private final InstantSource clock;

    /** Reports to {@code out}; {@code terminal} says whether a line can be updated in place. */
    public Progress(PrintStream out, boolean terminal, InstantSource clock) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
    }

    /** Reports to standard error. */
    public static Progress standard() {
        var console = System.console();
        return new Progress(System.err, console != null && console.isTerminal(), InstantSource.system());
    }

    /** Starts reporting {@code what}; {@link Step#tick} is to be called about every second and {@link Step#done} at the end. */
    public Step begin(String what) {
        return new Step(what);
    }

    /** One step under way. */
    public final class Step {
        private final String what;
        private final java.time.Instant start = clock.instant();
        private Duration reported = Duration.ZERO;

        private Step(String what) {
            this.what = what;
            if (!terminal) {
                out.println(what + " ...");
            }
        }

        /** Reports the elapsed time if it is due. */
        public void tick() {
            var elapsed = elapsed();
            if (terminal) {
                out.print("\r" + what + " ... " + elapsed.toSeconds() + " s");
                out.flush();
            } else if (elapsed.minus(reported).compareTo(QUIET) >= 0) {
                reported = elapsed;
                out.println(what + " ... " + elapsed.toSeconds() + " s");
            }
        }

        /** Reports the end. */
        public void done() {
            end("done in ");
        }

        /** Reports the end of a step that did not succeed. */
        public void failed() {
            end("failed after ");
        }

        private void end(String how) {
            out.println((terminal ? "\r" : "") + what + " " + how + elapsed().toSeconds() + " s");
        }

        private Duration elapsed() {
            return Duration.between(start, clock.instant());
        }
    }
}
