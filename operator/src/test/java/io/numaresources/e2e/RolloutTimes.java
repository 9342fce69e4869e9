package io.numaresources.e2e;

import io.numaresources.rollout.Phase;
import io.numaresources.testbed.binaries.RepositoryRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Where the time of a change goes, from the grant to the uncordon, as the NUMANodes tell it. */
final class RolloutTimes {
    private static final List<Phase> WAY = List.of(
            Phase.GRANTED,
            Phase.CORDONED,
            Phase.DRAINED,
            Phase.BACKED_UP,
            Phase.ROLLBACK_ARMED,
            Phase.APPLIED,
            Phase.VERIFIED,
            Phase.DISARMED,
            Phase.UNCORDONED);

    private static final String PAGE = """
            # Changes of nodes

            Written by `make e2e ARGS=-Ddocs.update=true`: from the grant to the uncordon of a node whose kubelet gets the static managers, on [two machines of the
            testbed](testbed.md#numa-machines) that are containers and share %d CPUs. numa-0 was cordoned before, so that nothing had to leave it. Each step has its share of the whole. A change is verified once the kubelet
            has run for 30 s without a restart (docs/kubelet.md), which is most of the time.

            %s""";

    private RolloutTimes() {}

    /** Writes a table, a column for each machine, to the build folder, to the output and, where pages are to be updated, to docs. */
    static void record(Cluster cluster) {
        var columns = new TreeMap<String, List<Instant>>();
        for (var machine : cluster.machines()) {
            columns.put(
                    machine.name(),
                    WAY.stream()
                            .map(phase -> cluster.entered(machine, phase).orElseThrow())
                            .toList());
        }
        var table = new StringBuilder("| until | " + String.join(" | ", columns.keySet()) + " |\n");
        table.append("|---|").append("---|".repeat(columns.size())).append('\n');
        for (int i = 1; i < WAY.size(); i++) {
            int step = i;
            table.append("| ").append(WAY.get(i).value()).append(" |");
            columns.values().forEach(times -> table.append(cell(times, step)));
            table.append('\n');
        }
        table.append("| in all |");
        columns.values().forEach(times -> table.append(" " + seconds(all(times)) + " s |"));
        table.append('\n');
        System.out.println(table);
        try {
            var folder = Files.createDirectories(RepositoryRoot.find().resolve("operator/target/e2e"));
            Files.writeString(folder.resolve("rollout-times.md"), table.toString());
            if (Boolean.getBoolean("docs.update")) {
                Files.writeString(
                        RepositoryRoot.find().resolve("docs/benchmarks-nodes.md"),
                        PAGE.formatted(Runtime.getRuntime().availableProcessors(), table));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String cell(List<Instant> times, int step) {
        var time = Duration.between(times.get(step - 1), times.get(step));
        long share = Math.round(100.0 * time.toMillis() / Math.max(1, all(times).toMillis()));
        return " %s s, %d %% |".formatted(seconds(time), share);
    }

    private static Duration all(List<Instant> times) {
        return Duration.between(times.getFirst(), times.getLast());
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.0f", time.toMillis() / 1000.0);
    }
}
