package io.numaresources.testbed.demo;

import java.util.List;
import java.util.regex.Pattern;

/** Lines of a terminal as SVG. */
final class Picture {

    private static final double CHARACTER = 8.43;
    private static final int LINE = 19;
    private static final int MARGIN = 16;
    private static final Pattern SEQUENCE = Pattern.compile("\u001b\\[([0-9]+)m");

    private final int columns;

    Picture(int columns) {
        this.columns = columns;
    }

    String of(List<String> lines) {
        var width = Math.round(columns * CHARACTER) + 2 * MARGIN;
        var height = lines.size() * LINE + 2 * MARGIN;
        var svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">%n"
                .formatted(width, height, width, height));
        svg.append("<title>Output of make demo</title>\n");
        svg.append("<style>text{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d4d8de;"
                + "white-space:pre}.s1{font-weight:bold;fill:#fff}.s2{fill:#8b949e}.s31{fill:#ff7b72}"
                + ".s32{fill:#7ee787}.s33{fill:#e3b341}.s36{fill:#79c0ff}</style>\n");
        svg.append("<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#161b22\"/>\n");
        var y = MARGIN + 14;
        for (var line : lines) {
            if (!line.isBlank()) {
                svg.append(
                        "<text x=\"%d\" y=\"%d\" xml:space=\"preserve\">%s</text>%n".formatted(MARGIN, y, spans(line)));
            }
            y += LINE;
        }
        return svg.append("</svg>\n").toString();
    }

    private static String spans(String line) {
        var text = new StringBuilder();
        var matcher = SEQUENCE.matcher(line);
        var from = 0;
        var open = false;
        while (matcher.find()) {
            text.append(escaped(line.substring(from, matcher.start())));
            from = matcher.end();
            if (open) {
                text.append("</tspan>");
            }
            open = !"0".equals(matcher.group(1));
            if (open) {
                text.append("<tspan class=\"s").append(matcher.group(1)).append("\">");
            }
        }
        text.append(escaped(line.substring(from)));
        return text.append(open ? "</tspan>" : "").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
