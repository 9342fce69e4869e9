package io.numaresources.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Columns, as kubectl prints them: as wide as their widest cell, three spaces apart, colours not counted. */
final class Table {
    private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final String GAP = "   ";

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(List.of(headings));
    }

    void row(Object... cells) {
        var row = new ArrayList<String>();
        for (Object cell : cells) {
            row.add(String.valueOf(cell));
        }
        rows.add(row);
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    @Override
    public String toString() {
        int columns = rows.getFirst().size();
        var widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i));
                if (i < columns - 1) {
                    line.append(" ".repeat(widths[i] - width(row.get(i)))).append(GAP);
                }
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static int width(String cell) {
        var plain = COLOURS.matcher(cell).replaceAll("");
        return plain.codePointCount(0, plain.length());
    }
}
