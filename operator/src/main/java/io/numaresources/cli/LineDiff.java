package io.numaresources.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Differences of two texts in the unified form, with three lines around each. */
final class LineDiff {
    private static final int CONTEXT = 3;

    private LineDiff() {}

    /** A line and whether it is in both texts, the old one or the new one. */
    private record Line(char mark, String text, int before, int after) {}

    /** The differences; empty where there are none. */
    static Optional<String> unified(String title, String before, String after) {
        if (before.equals(after)) {
            return Optional.empty();
        }
        var lines = lines(before.lines().toList(), after.lines().toList());
        var text = new StringBuilder("--- " + (before.isEmpty() ? "/dev/null" : title) + "\n+++ "
                + (after.isEmpty() ? "/dev/null" : title) + "\n");
        int from = 0;
        while (from < lines.size()) {
            if (lines.get(from).mark == ' ') {
                from++;
                continue;
            }
            int end = endOfHunk(lines, from);
            hunk(text, lines.subList(Math.max(0, from - CONTEXT), Math.min(lines.size(), end + CONTEXT)));
            from = end;
        }
        return Optional.of(text.toString());
    }

    /** Where a run of changes ends that are no more than two contexts apart. */
    private static int endOfHunk(List<Line> lines, int from) {
        int end = from;
        for (int i = from; i < lines.size() && i - end <= 2 * CONTEXT; i++) {
            if (lines.get(i).mark != ' ') {
                end = i + 1;
            }
        }
        return end;
    }

    private static void hunk(StringBuilder text, List<Line> lines) {
        long old = lines.stream().filter(line -> line.mark != '+').count();
        long fresh = lines.stream().filter(line -> line.mark != '-').count();
        text.append("@@ -%d,%d +%d,%d @@%n"
                .formatted(
                        old == 0 ? lines.getFirst().before : lines.getFirst().before + 1,
                        old,
                        fresh == 0 ? lines.getFirst().after : lines.getFirst().after + 1,
                        fresh));
        lines.forEach(line -> text.append(line.mark).append(line.text).append('\n'));
    }

    /** By the longest common subsequence; objects have some hundred lines. */
    private static List<Line> lines(List<String> before, List<String> after) {
        var longest = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                longest[i][j] = before.get(i).equals(after.get(j))
                        ? longest[i + 1][j + 1] + 1
                        : Math.max(longest[i + 1][j], longest[i][j + 1]);
            }
        }
        var lines = new ArrayList<Line>();
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                lines.add(new Line(' ', before.get(i), i++, j++));
            } else if (i < before.size() && (j == after.size() || longest[i + 1][j] >= longest[i][j + 1])) {
                lines.add(new Line('-', before.get(i), i++, j));
            } else {
                lines.add(new Line('+', after.get(j), i, j++));
            }
        }
        return lines;
    }
}
