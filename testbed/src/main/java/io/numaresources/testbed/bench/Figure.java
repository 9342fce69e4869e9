package io.numaresources.testbed.bench;

import java.util.Locale;
import java.util.Optional;

/**
 * One line of the benchmark.
 *
 * @param what what was measured
 * @param unit such as s or MiB
 * @param values what came out
 * @param aim the median must not be above it; empty where there is none
 * @param peer what the Go operator needs for the same, as text; empty where it wasn't measured
 * @param reason why the aim is missed, shown when it is
 */
record Figure(String what, String unit, Series values, Optional<Double> aim, String peer, String reason) {

    static Figure of(String what, String unit, Series values) {
        return new Figure(what, unit, values, Optional.empty(), "", "");
    }

    Figure aim(double most) {
        return new Figure(what, unit, values, Optional.of(most), peer, reason);
    }

    Figure peer(String text) {
        return new Figure(what, unit, values, aim, text, reason);
    }

    Figure otherwise(String why) {
        return new Figure(what, unit, values, aim, peer, why);
    }

    boolean missed() {
        return aim.isPresent() && values.median() > aim.get();
    }

    /** Median with the unit. */
    String median() {
        return number(values.median()) + " " + unit;
    }

    /** Smallest to greatest value, and how many there were. */
    String range() {
        return values.count() == 1
                ? ""
                : number(values.least()) + "–" + number(values.greatest()) + ", p95 " + number(values.p95()) + " ("
                        + values.count() + ")";
    }

    String aimText() {
        return aim.map(most -> "≤ " + number(most) + " " + unit + (missed() ? ", **missed**" : ", met"))
                .orElse("");
    }

    static String number(double value) {
        return value == Math.rint(value) || Math.abs(value) >= 100
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.2f", value);
    }
}
