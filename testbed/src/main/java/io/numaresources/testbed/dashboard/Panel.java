package io.numaresources.testbed.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A panel of a Grafana dashboard.
 *
 * @param type row, stat or timeseries
 * @param title what is written above it
 * @param place where it is, in Grafana's grid of 24 columns
 * @param unit of its numbers, as Grafana names it
 * @param steps from which number on it has which colour
 * @param targets what it shows
 */
record Panel(String type, String title, Place place, String unit, List<Step> steps, List<Target> targets) {

    /** A place in the grid. */
    record Place(int x, int y, int width, int height) {}

    /** A colour from a number on. */
    record Step(double from, String colour) {}

    /** A query, and the name of each of its series with the names of labels in double braces. */
    record Target(String expression, String legend) {}

    /** The panels of a dashboard, with every group chosen. */
    static List<Panel> read(Path dashboard) {
        try {
            var tree = JsonMapper.builder().build().readTree(dashboard.toFile());
            return items(tree.path("panels")).map(Panel::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + dashboard, e);
        }
    }

    private static Panel of(JsonNode panel) {
        var place = panel.path("gridPos");
        var defaults = panel.at("/fieldConfig/defaults");
        return new Panel(
                panel.path("type").asText(),
                panel.path("title").asText(),
                new Place(
                        place.path("x").asInt(),
                        place.path("y").asInt(),
                        place.path("w").asInt(),
                        place.path("h").asInt()),
                defaults.path("unit").asText("none"),
                items(defaults.at("/thresholds/steps"))
                        .map(step -> new Step(
                                step.path("value").asDouble(Double.NEGATIVE_INFINITY),
                                step.path("color").asText()))
                        .toList(),
                items(panel.path("targets"))
                        .map(target -> new Target(
                                target.path("expr").asText().replace("$group", ".*"),
                                target.path("legendFormat").asText()))
                        .toList());
    }

    private static Stream<JsonNode> items(JsonNode array) {
        return array.valueStream();
    }
}
