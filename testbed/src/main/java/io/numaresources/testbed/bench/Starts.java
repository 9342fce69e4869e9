package io.numaresources.testbed.bench;

import io.numaresources.testbed.operator.OperatorProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** From the start of the process to readiness and to the first repair, with the AOT cache and without it in turns. */
final class Starts {

    static final String POD = "numaresources-operator-0";

    private final Rig rig;
    private final int repetitions;
    private final Map<String, Double> cpuByThread = new TreeMap<>();

    Starts(Rig rig, int repetitions) {
        this.rig = rig;
        this.repetitions = repetitions;
    }

    /** One start. */
    private record Start(double ready, double working, double cpu) {}

    List<Figure> measure() {
        var cached = new ArrayList<Start>();
        var plain = new ArrayList<Start>();
        for (var i = 0; i < repetitions; i++) {
            cached.add(once("-XX:AOTMode=on"));
            plain.add(once("-XX:AOTMode=off"));
        }
        var ready = new Series(cached.stream().map(Start::ready).toList());
        var without = new Series(plain.stream().map(Start::ready).toList());
        return List.of(
                Figure.of("process start → ready", "s", ready)
                        .aim(0.8)
                        .peer("0.06 s")
                        .otherwise("see [where the time goes](#where-the-time-of-a-start-goes)"),
                Figure.of(
                                "process start → working (a missing object is back)",
                                "s",
                                new Series(cached.stream().map(Start::working).toList()))
                        .peer("0.30 s until its workers run"),
                Figure.of(
                        "CPU time until ready",
                        "s",
                        new Series(cached.stream().map(Start::cpu).toList())),
                Figure.of("process start → ready without the AOT cache", "s", without),
                Figure.of(
                        "CPU time until ready without the AOT cache",
                        "s",
                        new Series(plain.stream().map(Start::cpu).toList())),
                Figure.of(
                        "start with the AOT cache as part of one without",
                        "of 1",
                        Series.of(ready.median() / without.median())));
    }

    /** CPU seconds by thread at readiness, of the last start with the cache. */
    Map<String, Double> cpuByThread() {
        return cpuByThread;
    }

    private Start once(String flag) {
        var damaged = rig.damage();
        try (var operator = rig.operator(POD, flag)) {
            operator.awaitReady();
            var ready = seconds(operator);
            var figures = new ProcessFigures(operator.process().pid());
            var cpu = figures.cpuSeconds();
            if (flag.endsWith("=on")) {
                cpuByThread.clear();
                cpuByThread.putAll(figures.cpuByThread());
            }
            rig.awaitRepair(damaged);
            return new Start(ready, seconds(operator), cpu);
        }
    }

    private static double seconds(OperatorProcess operator) {
        return operator.process().age().toNanos() / 1e9;
    }
}
