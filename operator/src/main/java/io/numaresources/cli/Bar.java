package io.numaresources.cli;

import picocli.CommandLine.Help.Ansi;

/** What is used of an amount, as a row of squares. */
final class Bar {
    private static final int WIDEST = 16;
    private static final double NEARLY_FULL = 0.8;

    private final Ansi ansi;

    Bar(Ansi ansi) {
        this.ansi = ansi;
    }

    /**
     * One square for a unit where there are few, else 16 in all. A little that is used or free always shows.
     *
     * @param units how many squares there would be at most, such as CPUs
     */
    String of(long used, long total, long units) {
        int width = Math.clamp(units, 1, WIDEST);
        if (total <= 0) {
            return " ".repeat(width);
        }
        int filled = (int) Math.round((double) used * width / total);
        if (used > 0 && filled == 0) {
            filled = 1;
        }
        if (used < total && filled == width) {
            filled = width - 1;
        }
        var bar = "■".repeat(filled) + "□".repeat(width - filled);
        return ansi.string("@|" + colour((double) used / total) + " " + bar + "|@");
    }

    private static String colour(double share) {
        return share >= 1 ? "red" : share >= NEARLY_FULL ? "yellow" : "green";
    }
}
