package io.numaresources.testbed.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** What the demo shows: headings, paragraphs of 80 columns and steps with the time they took. */
final class Screen {

    private static final int WIDTH = 80;
    private static final Duration PAUSE = Duration.ofMillis(250);

    /**
     * What a step has come to.
     *
     * @param done whether it is finished
     * @param detail in a few words
     */
    record State(boolean done, String detail) {}

    private final List<Sink> sinks;
    private final InstantSource clock;
    private final AtomicInteger chapter = new AtomicInteger();

    Screen(List<Sink> sinks, InstantSource clock) {
        this.sinks = List.copyOf(sinks);
        this.clock = clock;
    }

    /** A numbered heading. */
    void chapter(String title) {
        line("");
        line(Style.BOLD.of(chapter.incrementAndGet() + ". " + title));
    }

    /** A paragraph. */
    void say(String text) {
        wrapped(text, "   ").forEach(this::line);
    }

    /** A paragraph in a style. */
    void say(Style style, String text) {
        wrapped(text, "   ").forEach(line -> line(style.of(line)));
    }

    /** Lines as they are, such as of a file. */
    void show(Style style, List<String> lines) {
        lines.forEach(line -> line("     " + style.of(line)));
    }

    /** A line as it is. */
    void line(String text) {
        sinks.forEach(sink -> sink.line(text));
    }

    /**
     * Looks until the step is done, showing what it has come to.
     *
     * @throws IllegalStateException after the limit
     */
    void await(String what, Duration limit, Supplier<State> look) {
        if (!look(what, limit, look)) {
            throw new IllegalStateException(what + ": " + look.get().detail() + " after " + limit.toSeconds() + " s");
        }
    }

    /** Looks until the step is done or the limit is reached, showing what it has come to; says whether it is done. */
    boolean look(String what, Duration limit, Supplier<State> look) {
        var start = clock.instant();
        while (true) {
            var state = look.get();
            var late = Duration.between(start, clock.instant()).compareTo(limit) > 0;
            var entry = entry(what, state.detail(), start);
            if (state.done() || late) {
                line((state.done() ? Style.GREEN.of(" ✓ ") : Style.YELLOW.of(" … ")) + entry);
                return state.done();
            }
            pass(Style.YELLOW.of(" … ") + entry);
            sleep();
        }
    }

    /** Does something that takes a moment. */
    void run(String what, Supplier<String> task) {
        var start = clock.instant();
        pass(Style.YELLOW.of(" … ") + what);
        var detail = task.get();
        line(Style.GREEN.of(" ✓ ") + entry(what, detail, start));
    }

    /** Looks for a while, with a line for each time that {@code every} has passed. */
    void watch(Duration whole, Duration every, Supplier<String> look) {
        var start = clock.instant();
        var next = every;
        while (next.compareTo(whole) <= 0) {
            var elapsed = Duration.between(start, clock.instant());
            if (elapsed.compareTo(next) >= 0) {
                line("   " + seconds(next) + "  " + look.get());
                next = next.plus(every);
            } else {
                pass("   " + seconds(elapsed) + "  " + look.get());
                sleep();
            }
        }
    }

    private void pass(String text) {
        sinks.forEach(sink -> sink.passing(text));
    }

    private String entry(String what, String detail, Instant start) {
        var elapsed = Duration.between(start, clock.instant()).toMillis() / 1000.0;
        var first = detail.isEmpty() ? what : what + ": " + detail;
        return ("%-" + (WIDTH - 13) + "s %7.1f s").formatted(shortened(first, WIDTH - 13), elapsed);
    }

    private static String shortened(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 1) + "…";
    }

    private static String seconds(Duration elapsed) {
        return "%3d s".formatted(elapsed.toSeconds());
    }

    /** Lines of at most 80 columns; a word that is longer has a line of its own. */
    static List<String> wrapped(String text, String indent) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder(indent);
        for (var word : text.split("\\s+")) {
            if (line.length() > indent.length() && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
            }
            line.append(line.length() > indent.length() ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static void sleep() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
