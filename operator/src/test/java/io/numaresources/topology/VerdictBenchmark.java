package io.numaresources.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** A pod explained on 5 000 nodes of 8 zones with 6 resources each, all of different fill. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class VerdictBenchmark {
    private static final int NODES = 5_000;
    private static final int ZONES = 8;
    private static final long GI = 1L << 30;

    @Param({"single-numa-node", "restricted", "best-effort"})
    public String policy = "";

    /** A pod that fits on some nodes, and one that is rejected on all. */
    @Param({"4", "15"})
    public int cpus;

    private final List<NumaNode> nodes = new ArrayList<>();
    private PodShape pod = PodShape.of();

    /** Runs this class alone. */
    public static void main(String[] args) throws RunnerException {
        new Runner(new OptionsBuilder()
                        .include(VerdictBenchmark.class.getName())
                        .build())
                .run();
    }

    @Setup
    public void nodes() {
        var random = new Random(1);
        var rules = KubeletRules.published(AlignmentPolicy.of(policy).orElseThrow(), AlignmentScope.CONTAINER);
        for (int n = 0; n < NODES; n++) {
            var zones = new ArrayList<Zone>();
            for (int id = 0; id < ZONES; id++) {
                var all = amounts(16_000, 64 * GI, 4 * GI, 2 * GI, 2, 1);
                var left = amounts(
                        random.nextInt(15) * 1000L,
                        random.nextInt(64) * GI,
                        random.nextInt(5) * GI,
                        random.nextInt(3) * GI,
                        random.nextInt(3),
                        random.nextInt(2));
                zones.add(new Zone(id, all, all, left, Map.of(), OptionalInt.of(id / 4)));
            }
            nodes.add(new NumaNode(
                    "node-" + n, rules, zones, Resources.NONE, Resources.NONE, Optional.empty(), List.of()));
        }
        pod = PodShape.of(ContainerShape.exact("app", amounts(cpus * 1000L, 8 * GI, GI, GI, 1, 1)));
    }

    private static Resources amounts(long cpu, long memory, long pages2Mi, long pages1Gi, long gpus, long nics) {
        var amounts = new TreeMap<String, Long>();
        amounts.put("cpu", cpu);
        amounts.put("memory", memory);
        amounts.put("hugepages-2Mi", pages2Mi);
        amounts.put("hugepages-1Gi", pages1Gi);
        amounts.put("example.com/gpu", gpus);
        amounts.put("example.com/nic", nics);
        return new Resources(amounts);
    }

    @Benchmark
    public ClusterExplanation explain() {
        return Explainer.explain(nodes, pod);
    }
}
