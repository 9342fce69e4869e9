package io.numaresources.testbed.bench;

import io.numaresources.testbed.operator.OperatorProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** From the end of the leader until an object that was taken away at that moment is back. */
final class Takeovers {

    private final Rig rig;
    private final int repetitions;

    Takeovers(Rig rig, int repetitions) {
        this.rig = rig;
        this.repetitions = repetitions;
    }

    List<Figure> measure() {
        return List.of(
                Figure.of("crash of the container (SIGKILL, same pod starts again)", "s", series(i -> sameIdentity()))
                        .aim(5)
                        .peer("16.9 s")
                        .otherwise("it is a start, see [where the time goes](#where-the-time-of-a-start-goes)"),
                Figure.of(
                                "crash of the node (SIGKILL, another pod stands by)",
                                "s",
                                series(i -> standby(OperatorProcess::kill)))
                        .aim(5)
                        .peer("16.9 s")
                        .otherwise(
                                "the lease must run out, and six renewals a minute make it last 24 s after the last of them:"
                                        + " [ADR 5](adr/0005-lease-times.md)"),
                Figure.of("stop (SIGTERM, another pod stands by)", "s", series(i -> standby(OperatorProcess::stop)))
                        .aim(5)
                        .peer("16–18 s, the lease isn't released")
                        .otherwise("it is the end of one process and the first pass of another"));
    }

    /** A measurement. */
    private interface Measurement {
        double seconds(int round);
    }

    private Series series(Measurement measurement) {
        var values = new ArrayList<Double>();
        for (var i = 0; i < repetitions; i++) {
            values.add(measurement.seconds(i));
        }
        return new Series(values);
    }

    /** As the kubelet restarts a container, without its back-off, which the first restart hasn't got. */
    private double sameIdentity() {
        try (var first = leader()) {
            var start = System.nanoTime();
            first.kill();
            var damaged = rig.damage();
            try (var second = rig.operator(Starts.POD)) {
                rig.awaitRepair(damaged);
                var seconds = secondsSince(start);
                second.process().requireAlive();
                return seconds;
            }
        }
    }

    private double standby(Consumer<OperatorProcess> end) {
        try (var first = leader();
                var second = rig.operator("numaresources-operator-1")) {
            second.awaitReady();
            var start = System.nanoTime();
            end.accept(first);
            var damaged = rig.damage();
            rig.awaitRepair(damaged);
            return secondsSince(start);
        }
    }

    private OperatorProcess leader() {
        var damaged = rig.damage();
        var operator = rig.operator(Starts.POD);
        rig.awaitRepair(damaged);
        return operator;
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
