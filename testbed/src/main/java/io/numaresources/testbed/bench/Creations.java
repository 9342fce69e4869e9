package io.numaresources.testbed.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** From the creation of the resource until its objects exist; what an install and the steady state after it ask of the API server. */
final class Creations {

    private static final Duration BETWEEN = Duration.ofSeconds(2);

    private final Rig rig;
    private final int repetitions;
    private final Duration steady;
    private final List<Requests> requests = new ArrayList<>();

    Creations(Rig rig, int repetitions, Duration steady) {
        this.rig = rig;
        this.repetitions = repetitions;
        this.steady = steady;
    }

    /** Leaves the resource in place. */
    List<Figure> measure() {
        var figures = new ArrayList<Figure>();
        try (var operator = rig.operator(Starts.POD)) {
            operator.awaitReady();
            var cold = rig.secondsUntilWorkloads();
            rig.awaitInstalled();
            figures.add(Figure.of(
                            "resource created → DaemonSet and Deployment exist, the first of a process",
                            "s",
                            Series.of(cold))
                    .peer("0.56 s"));
            var warm = new ArrayList<Double>();
            for (var i = 0; i < repetitions; i++) {
                rig.deleteResource();
                Rig.pause(BETWEEN);
                var mark = rig.plane().audit().mark();
                var start = System.nanoTime();
                warm.add(rig.secondsUntilWorkloads());
                rig.awaitInstalled();
                if (i == repetitions - 1) {
                    Rig.pause(Duration.ofSeconds(10));
                    requests.add(rig.requests(
                            "an install, 10 s after the last pod is ready included", mark, secondsSince(start)));
                }
            }
            figures.add(
                    Figure.of("resource created → DaemonSet and Deployment exist, after that", "s", new Series(warm))
                            .aim(0.35)
                            .peer("0.35 s for the DaemonSet, 0.24 s for the Deployment, two resources")
                            .otherwise("not profiled; the API server's answers are part of it"));
            figures.addAll(steadyState(operator.process().pid()));
        }
        return figures;
    }

    List<Requests> requests() {
        return requests;
    }

    private List<Figure> steadyState(long pid) {
        // the first topologies may restart the scheduler up to a minute later, which belongs to the install
        Rig.pause(steady.compareTo(Duration.ofMinutes(1)) < 0 ? Duration.ofSeconds(5) : Duration.ofSeconds(70));
        var mark = rig.plane().audit().mark();
        var start = System.nanoTime();
        Rig.pause(steady);
        var quiet = rig.requests("the steady state", mark, secondsSince(start));
        requests.add(quiet);
        return List.of(
                Figure.of("resident memory, reconciled, few nodes", "MiB", memory(pid))
                        .peer("54 MiB"),
                Figure.of("of it not backed by files", "MiB", Series.of(new ProcessFigures(pid).anonymousMebibytes())),
                Figure.of(
                                "steady state: requests besides watches and lease",
                                "requests",
                                Series.of(quiet.besideLeaseAndWatches()))
                        .aim(0)
                        .peer("0 requests"),
                Figure.of("steady state: renewals of the lease", "a minute", Series.of(quiet.renewalsPerMinute()))
                        .aim(6)
                        .peer("30 a minute"));
    }

    private static Series memory(long pid) {
        return Series.of(new ProcessFigures(pid).residentMebibytes());
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
