package io.numaresources.testbed.bench;

import io.numaresources.testbed.binaries.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the operator. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures the packaged operator and writes docs/benchmarks.md; run it on a quiet machine.")
public final class Bench implements Callable<Integer> {

    private final InstantSource clock = InstantSource.system();
    private final Instant began = clock.instant();
    private final Map<String, String> loads = new LinkedHashMap<>();
    private final List<Figure> figures = new ArrayList<>();
    private final List<Requests> requests = new ArrayList<>();
    private final Map<String, Double> threads = new LinkedHashMap<>();
    private final Map<String, Double> memory = new LinkedHashMap<>();

    @Spec
    private CommandSpec spec;

    @Option(names = "--repeat", description = "Starts and creations of each kind.", defaultValue = "10")
    private int repeat;

    @Option(names = "--takeovers", description = "Takeovers of each kind.", defaultValue = "5")
    private int takeovers;

    @Option(names = "--nodes", split = ",", description = "Numbers of nodes, ascending.", defaultValue = "1000,5000")
    private List<Integer> nodes = new ArrayList<>();

    @Option(names = "--images", description = "Images in the status of each node.", defaultValue = "50")
    private int images;

    @Option(names = "--seconds", description = "Length of the steady state and of the load.", defaultValue = "60")
    private int seconds;

    @Option(
            names = "--quick",
            description = "Two starts, creations and takeovers, 100 nodes, 10 s: to see that it works.")
    private boolean quick;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where to write, instead of docs/benchmarks.md of the checkout.")
    private Path output = Path.of("");

    @Override
    public Integer call() {
        if (quick) {
            repeat = 2;
            takeovers = 2;
            nodes = List.of(100);
            seconds = 10;
        }
        try (var rig = step("control plane", Rig::start)) {
            measure(rig);
            spec.commandLine().getOut().println("wrote " + file(rig));
        }
        return 0;
    }

    /** Writes what there is after each part, so that a part that fails, or Ctrl-C, costs only itself. */
    private void measure(Rig rig) {
        var creations = new Creations(rig, repeat, Duration.ofSeconds(seconds));
        var starts = new Starts(rig, repeat);
        var takeovers = new Takeovers(rig, this.takeovers);
        var scales = new Scales(rig, images, seconds);
        var created = step("creations", creations::measure);
        requests.addAll(creations.requests());
        figures.addAll(step("starts", starts::measure));
        threads.putAll(starts.cpuByThread());
        write(rig, "takeovers");
        figures.addAll(step("takeovers", takeovers::measure));
        figures.addAll(created);
        write(rig, "native memory");
        memory.putAll(step("native memory", () -> nativeMemory(rig)));
        for (var count : nodes) {
            write(rig, count + " nodes");
            figures.addAll(step(count + " nodes", () -> scales.measure(count)));
            requests.add(scales.requests());
        }
        write(rig, "");
    }

    private void write(Rig rig, String missing) {
        var conditions = conditions(rig);
        if (!missing.isEmpty()) {
            conditions.put("ended early", "before the end of: " + missing);
        }
        try {
            Files.writeString(file(rig), new Report(conditions, figures, requests, threads, memory).markdown());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(Rig rig) {
        return output.toString().isEmpty() ? rig.plane().binaries().root().resolve("docs/benchmarks.md") : output;
    }

    private static Map<String, Double> nativeMemory(Rig rig) {
        try (var operator = rig.operator(Starts.POD, NativeMemory.FLAG)) {
            operator.awaitReady();
            Rig.pause(Duration.ofSeconds(10));
            return NativeMemory.of(operator.process().pid());
        }
    }

    private Map<String, String> conditions(Rig rig) {
        var minutes = Duration.between(began, clock.instant()).toMinutes();
        var system = ManagementFactory.getOperatingSystemMXBean();
        var conditions = new LinkedHashMap<String, String>();
        conditions.put("measured", began.truncatedTo(ChronoUnit.MINUTES) + ", in " + minutes + " minutes");
        conditions.put("mode", quick ? "`--quick`: too few repetitions to compare" : "full");
        conditions.put("CPUs", String.valueOf(system.getAvailableProcessors()));
        conditions.put("JDK", System.getProperty("java.vm.version"));
        conditions.put("API server", rig.plane().binaries().kubernetesVersion());
        conditions.put("load average before each part", loads.toString().replaceAll("[{}]", ""));
        return conditions;
    }

    /** Does a part, after noting the load average; on an idle machine it is what the part before left. */
    private <T> T step(String part, Supplier<T> work) {
        var load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        loads.put(part, Figure.number(load));
        var step = Progress.standard().begin("Measuring: " + part);
        var result = work.get();
        step.done();
        return result;
    }
}
