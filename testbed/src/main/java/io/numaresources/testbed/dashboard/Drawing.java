package io.numaresources.testbed.dashboard;

import java.util.List;
import java.util.Locale;

/** Panels as SVG, laid out as Grafana does. */
final class Drawing {
    private static final int COLUMN = 50;
    private static final int ROW = 34;
    private static final int GAP = 4;
    private static final int HEAD = 30;
    private static final int TICKS = 4;
    private static final List<String> COLOURS = List.of(
            "#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22",
            "#17becf");

    private final StringBuilder svg = new StringBuilder();
    private final Answers answers;
    private final double start;
    private final double end;

    /**
     * @param start time at the left of each panel, in seconds
     * @param end time at the right
     */
    Drawing(Answers answers, double start, double end) {
        this.answers = answers;
        this.start = start;
        this.end = end;
    }

    String of(List<Panel> panels, String caption) {
        int height = panels.stream()
                        .mapToInt(panel -> panel.place().y() + panel.place().height())
                        .max()
                        .orElse(0)
                * ROW;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"system-ui, sans-serif\" role=\"img\">",
                24 * COLUMN, height + HEAD);
        add("<title>%s</title>", escaped(caption));
        add("<style>text{font-size:11px;fill:#57606a}.t{font-size:13px;font-weight:600;fill:#1f2328}"
                + ".n{font-size:26px;font-weight:600;fill:#fff;text-anchor:middle}.r{text-anchor:end}.m{text-anchor:middle}"
                + ".g{stroke:#d8dee4;stroke-width:1}polyline{fill:none;stroke-width:1.5}</style>");
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"#f6f8fa\"/>");
        panels.forEach(this::panel);
        add("<text x=\"8\" y=\"%d\">%s</text>", height + 20, escaped(caption));
        return svg.append("</svg>\n").toString();
    }

    private void panel(Panel panel) {
        int x = panel.place().x() * COLUMN;
        int y = panel.place().y() * ROW;
        int width = panel.place().width() * COLUMN - GAP;
        int height = panel.place().height() * ROW - GAP;
        if (panel.type().equals("row")) {
            add("<text class=\"t\" x=\"%d\" y=\"%d\">%s</text>", x + 8, y + 21, escaped(panel.title()));
            return;
        }
        var lines = answers.lines(panel);
        boolean stat = panel.type().equals("stat") && !lines.isEmpty();
        add(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"%s\" stroke=\"#d8dee4\"/>",
                x, y, width, height, stat ? colour(panel, lines.getFirst().last()) : "#fff");
        add(
                "<text class=\"t\" x=\"%d\" y=\"%d\"%s>%s</text>",
                x + 8, y + 19, stat ? " style=\"fill:#fff\"" : "", escaped(panel.title()));
        if (lines.isEmpty()) {
            add("<text class=\"m\" x=\"%d\" y=\"%d\">No data</text>", x + width / 2, y + height / 2);
        } else if (stat) {
            add(
                    "<text class=\"n\" x=\"%d\" y=\"%d\">%s</text>",
                    x + width / 2, y + height / 2 + 20, number(lines.getFirst().last(), panel.unit()));
        } else {
            chart(panel, lines, x + 54, y + HEAD, width - 66, height - HEAD - 46);
            legend(lines, x + 10, y + height - 22, width - 16);
        }
    }

    private void chart(Panel panel, List<Line> lines, int x, int y, int width, int height) {
        double most = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Line.Point::value)
                .max()
                .orElse(0);
        double top = ceiling(most, panel.unit());
        for (int i = 0; i <= TICKS; i++) {
            double at = y + height - height * (double) i / TICKS;
            add("<line class=\"g\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", x, x + width, at, at);
            add(
                    "<text class=\"r\" x=\"%d\" y=\"%.1f\">%s</text>",
                    x - 5, at + 4, number(top * i / TICKS, panel.unit()));
        }
        for (int minute = 0; minute * 60 <= end - start; minute += 2) {
            add(
                    "<text class=\"m\" x=\"%.1f\" y=\"%d\">%d min</text>",
                    x + width * minute * 60 / (end - start), y + height + 15, minute);
        }
        for (int i = 0; i < lines.size(); i++) {
            var points = new StringBuilder();
            for (var point : lines.get(i).points()) {
                points.append(String.format(
                        Locale.ROOT,
                        "%.1f,%.1f ",
                        x + width * (point.time() - start) / (end - start),
                        y + height - height * point.value() / top));
            }
            add("<polyline points=\"%s\" stroke=\"%s\"/>", points.toString().strip(), COLOURS.get(i % COLOURS.size()));
        }
    }

    private void legend(List<Line> lines, int x, int y, int width) {
        int at = x;
        int line = 0;
        for (int i = 0; i < lines.size(); i++) {
            int needed = 18 + 6 * lines.get(i).name().length();
            if (at + needed > x + width) {
                at = x;
                line++;
            }
            if (line > 1) {
                return;
            }
            add(
                    "<rect x=\"%d\" y=\"%d\" width=\"8\" height=\"3\" fill=\"%s\"/>",
                    at, y + 13 * line - 5, COLOURS.get(i % COLOURS.size()));
            add(
                    "<text x=\"%d\" y=\"%d\">%s</text>",
                    at + 11, y + 13 * line, escaped(lines.get(i).name()));
            at += needed;
        }
    }

    /** A little more than the greatest number, so that a quarter of it is easily read. */
    static double ceiling(double most, String unit) {
        if (most <= 0) {
            return 1;
        }
        if (unit.equals("percentunit") && most <= 1) {
            return most > 0.5 ? 1 : most > 0.2 ? 0.5 : 0.2;
        }
        double base = unit.equals("bytes")
                ? Math.pow(2, Math.floor(Math.log(most) / Math.log(2)))
                : Math.pow(10, Math.floor(Math.log10(most)));
        for (double factor : List.of(1.0, 1.2, 1.6, 2.0, 4.0, 6.0, 8.0)) {
            if (base * factor >= most) {
                return base * factor;
            }
        }
        return base * 10;
    }

    static String number(double value, String unit) {
        return switch (unit) {
            case "bool_yes_no" -> value == 0 ? "No" : "Yes";
            case "percentunit" -> rounded(value * 100) + " %";
            case "bytes" -> bytes(value);
            case "s" -> value > 0 && value < 1 ? rounded(value * 1000) + " ms" : rounded(value) + " s";
            case "reqps" -> rounded(value) + " /s";
            default -> rounded(value);
        };
    }

    private static String bytes(double value) {
        var units = List.of("B", "KiB", "MiB", "GiB", "TiB");
        int unit = 0;
        double left = value;
        while (left >= 1024 && unit < units.size() - 1) {
            left /= 1024;
            unit++;
        }
        return rounded(left) + " " + units.get(unit);
    }

    private static String rounded(double value) {
        var text = String.format(Locale.ROOT, "%.2f", value);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    private static String colour(Panel panel, double value) {
        var name = "";
        for (var step : panel.steps()) {
            name = value >= step.from() ? step.colour() : name;
        }
        return switch (name) {
            case "green" -> "#1a7f37";
            case "red" -> "#cf222e";
            case "orange" -> "#bc4c00";
            default -> "#57606a";
        };
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
