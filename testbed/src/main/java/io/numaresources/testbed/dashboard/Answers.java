package io.numaresources.testbed.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.dashboard.Panel.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What Prometheus's engine answers to the queries of panels, about scrapes of one target. */
final class Answers {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern LABEL = Pattern.compile("\\{\\{ *([a-z_]+) *}}");

    private final Map<Target, List<Line>> lines;

    private Answers(Map<Target, List<Line>> lines) {
        this.lines = lines;
    }

    /** A text of metrics at a time in seconds. */
    record Scrape(double time, String text) {}

    private record Question(List<Scrape> scrapes, List<String> queries, double start, double end, double step) {}

    /**
     * Asks about all of the time of the scrapes.
     *
     * @param step seconds between two points
     */
    static Answers ask(Binaries binaries, List<Panel> panels, List<Scrape> scrapes, double step) {
        var targets = panels.stream().flatMap(panel -> panel.targets().stream()).toList();
        var question = new Question(
                scrapes,
                targets.stream().map(Target::expression).toList(),
                scrapes.getFirst().time(),
                scrapes.getLast().time(),
                step);
        var answered = run(binaries, question);
        var lines = new HashMap<Target, List<Line>>();
        for (var i = 0; i < targets.size(); i++) {
            var target = targets.get(i);
            lines.put(
                    target,
                    answered.get(i)
                            .valueStream()
                            .map(series -> line(target, series))
                            .filter(line -> !line.points().isEmpty())
                            .toList());
        }
        return new Answers(lines);
    }

    /** The series of a panel, in the order of its targets. */
    List<Line> lines(Panel panel) {
        return panel.targets().stream()
                .flatMap(target -> lines.getOrDefault(target, List.of()).stream())
                .toList();
    }

    private static JsonNode run(Binaries binaries, Question question) {
        try {
            var process = new ProcessBuilder(binaries.get(Program.RANGES).toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (var in = process.getOutputStream()) {
                JSON.writeValue(in, question);
            }
            var answer = JSON.readTree(process.getInputStream().readAllBytes());
            if (process.waitFor() != 0) {
                throw new IllegalStateException("the queries were not answered");
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static Line line(Target target, JsonNode series) {
        var name = LABEL.matcher(target.legend())
                .replaceAll(match -> series.path("labels").path(match.group(1)).asText());
        var points = new ArrayList<Line.Point>();
        series.path("points")
                .forEach(point -> points.add(
                        new Line.Point(point.get(0).asDouble(), point.get(1).asDouble())));
        return new Line(name, points);
    }
}
