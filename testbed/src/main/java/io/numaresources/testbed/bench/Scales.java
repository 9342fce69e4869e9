package io.numaresources.testbed.bench;

import io.numaresources.testbed.operator.OperatorProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Nodes by the thousand: requests while they join, memory with them and with changing topologies, memory after a restart. */
final class Scales {

    private static final double TOPOLOGIES_PER_SECOND = 100;
    private static final double MOST_WRITES_AT_1000 = 30;
    private static final Map<Integer, Double> MEMORY_AIMS = Map.of(1000, 150.0, 5000, 200.0);
    private static final Map<Integer, String> PEER_MEMORY = Map.of(1000, "99 MiB", 5000, "136 MiB without images");
    private static final Map<Integer, String> PEER_WRITES = Map.of(1000, "178–204 writes", 5000, "876 writes");

    private final Rig rig;
    private final int images;
    private final int loadSeconds;
    private int present;
    private @Nullable Requests requests;

    Scales(Rig rig, int images, int loadSeconds) {
        this.rig = rig;
        this.images = images;
        this.loadSeconds = loadSeconds;
    }

    /** Adds nodes up to a count that is larger than the last; the resource must be there. */
    List<Figure> measure(int count) {
        var figures = new ArrayList<Figure>();
        try (var operator = rig.operator(Starts.POD)) {
            operator.awaitReady();
            figures.add(join(operator, count));
            figures.addAll(changing(operator, count));
        }
        try (var operator = rig.operator(Starts.POD)) {
            operator.awaitReady(Duration.ofMinutes(2));
            Rig.pause(Duration.ofSeconds(10));
            figures.add(memory(count, "10 s after a restart", operator));
        }
        return figures;
    }

    /** Of the last arrival. */
    Requests requests() {
        return Objects.requireNonNull(requests, "nothing was measured yet");
    }

    private Figure join(OperatorProcess operator, int count) {
        var added = count - present;
        var mark = rig.plane().audit().mark();
        var start = System.nanoTime();
        try (var load = new Load(rig.plane()).nodes(present, added, images)) {
            Load.finish(load);
        }
        rig.awaitInstalled(count);
        present = count;
        Rig.pause(Duration.ofSeconds(10));
        operator.process().requireAlive();
        var joining = rig.requests(
                "the arrival of " + added + " nodes with their updater pods", mark, (System.nanoTime() - start) / 1e9);
        requests = joining;
        var figure = Figure.of(
                        "writes while " + added + " nodes join, lease left out", "writes", Series.of(joining.writes()))
                .peer(Optional.ofNullable(PEER_WRITES.get(count)).orElse(""))
                .otherwise("they joined within " + Math.round(joining.seconds())
                        + " s, and numbers in the status are written every 10 s while they change");
        return added == 1000 ? figure.aim(MOST_WRITES_AT_1000) : figure;
    }

    private List<Figure> changing(OperatorProcess operator, int count) {
        var figures = new ArrayList<Figure>();
        figures.add(memory(count, "reconciled", operator));
        var process = new ProcessFigures(operator.process().pid());
        var cpu = process.cpuSeconds();
        var start = System.nanoTime();
        try (var load = new Load(rig.plane()).topologies(count, TOPOLOGIES_PER_SECOND, loadSeconds)) {
            var resident = new ArrayList<Double>();
            while (load.alive()) {
                Rig.pause(Duration.ofSeconds(1));
                resident.add(process.residentMebibytes());
            }
            var rate = Load.finish(load);
            figures.add(withAim(
                    count,
                    Figure.of(
                            String.format("resident memory, %d nodes, %.0f topology updates/s", count, rate),
                            "MiB",
                            new Series(resident))));
            figures.add(Figure.of(
                    "CPU, " + count + " nodes, the same",
                    "cores",
                    Series.of((process.cpuSeconds() - cpu) / ((System.nanoTime() - start) / 1e9))));
        }
        return figures;
    }

    private Figure memory(int count, String when, OperatorProcess operator) {
        var process = new ProcessFigures(operator.process().pid());
        return withAim(
                count,
                Figure.of(
                        "resident memory, " + count + " nodes with " + images + " images, " + when,
                        "MiB",
                        Series.of(process.residentMebibytes())));
    }

    private static Figure withAim(int count, Figure figure) {
        var aimed = Optional.ofNullable(MEMORY_AIMS.get(count)).map(figure::aim).orElse(figure);
        return aimed.peer(PEER_MEMORY.getOrDefault(count, ""))
                .otherwise("see [where the memory goes](#where-the-memory-goes)");
    }
}
