package io.numaresources.testbed.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The page that is written.
 *
 * @param conditions under which it was measured: a name and a value each
 * @param figures in order
 * @param requests in order
 * @param startThreads CPU seconds by thread at readiness
 * @param memory committed MiB by use
 */
record Report(
        Map<String, String> conditions,
        List<Figure> figures,
        List<Requests> requests,
        Map<String, Double> startThreads,
        Map<String, Double> memory) {

    private static final double WORTH_A_LINE = 0.03;

    String markdown() {
        return """
                # Benchmarks

                Written by `make bench`. The operator runs as a process with the flags, the AOT cache and the rights that it ships with, against a real API \
                server; nodes are simulated. The Go operator (openshift-kni/numaresources-operator, 2026-08) was measured with another \
                harness, on 2 cores; its figures are medians of 3 to 5 runs. [Verdicts](benchmarks-verdicts.md) and [changes of nodes](benchmarks-nodes.md) are apart.

                %s
                ## Figures

                | what | median | range | aim | Go operator |
                |---|---|---|---|---|
                %s
                %s
                ## Requests

                %s
                ## Where the time of a start goes

                CPU seconds by kind of thread at readiness, with the AOT cache. `C1 CompilerThre` compiles methods, which JDK 25 keeps in no cache; \
                `vert.x-eventloo` talks TLS and builds the JSON readers of the watched kinds; `java` is the main thread.

                %s
                ## Where the memory goes

                Memory that the JVM committed when reconciled with few nodes, in MiB. `Shared class space` is the AOT cache, mapped from its file.

                %s""".formatted(
                        table(conditions),
                        figures.stream().map(Report::row).collect(Collectors.joining("\n")),
                        missed(),
                        requests.stream().map(Report::paragraph).collect(Collectors.joining("\n")),
                        numbers("thread", startThreads),
                        numbers("for", memory));
    }

    private static String row(Figure figure) {
        return "| %s | %s | %s | %s | %s |"
                .formatted(figure.what(), figure.median(), figure.range(), figure.aimText(), figure.peer());
    }

    private String missed() {
        var lines = figures.stream()
                .filter(figure -> figure.missed() && !figure.reason().isEmpty())
                .map(figure -> "- " + figure.what() + ": " + figure.reason() + ".\n")
                .collect(Collectors.joining());
        return lines.isEmpty() ? "" : "\nMissed, and why:\n\n" + lines;
    }

    private static String paragraph(Requests requests) {
        var counts = requests.byVerbAndResource().entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
        return "**During %s** (%.0f s): %d requests. %s.\n"
                .formatted(
                        requests.during(), requests.seconds(), requests.events().size(), counts);
    }

    private static String table(Map<String, String> rows) {
        return "| | |\n|---|---|\n"
                + rows.entrySet().stream()
                        .map(row -> "| " + row.getKey() + " | " + row.getValue() + " |\n")
                        .collect(Collectors.joining());
    }

    private static String numbers(String what, Map<String, Double> values) {
        return "| " + what + " | |\n|---|---|\n"
                + values.entrySet().stream()
                        .filter(value -> value.getValue() >= WORTH_A_LINE)
                        .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
                        .map(value -> "| `" + value.getKey() + "` | " + Figure.number(value.getValue()) + " |\n")
                        .collect(Collectors.joining());
    }
}
