package io.numaresources.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs what people run most, so that a JVM that writes a cache has seen it. */
@Command(
        name = "train",
        hidden = true,
        description = "Runs several commands in one process, for the cache that lets them start fast.")
final class TrainCommand implements Callable<Integer> {
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: train}
            spec:
              containers:
              - name: main
                resources: {limits: {cpu: 2, memory: 1Gi}}
            """;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Override
    public Integer call() throws IOException {
        var pod = Files.createTempFile("numa-train", ".yaml");
        try {
            Files.writeString(pod, POD);
            for (var arguments : List.of(
                    List.of("--help"),
                    List.of("top"),
                    List.of("status"),
                    List.of("detect", "-o", "json"),
                    List.of("explain", "-f", pod.toString()),
                    List.of("what-if", "-f", pod.toString(), "-o", "yaml"),
                    List.of("validate"))) {
                var all = new ArrayList<>(arguments);
                if (cluster.kubeconfig != null && !arguments.contains("--help")) {
                    all.addAll(List.of("--kubeconfig", cluster.kubeconfig.toString()));
                }
                int exit = spec.root().commandLine().execute(all.toArray(String[]::new));
                if (exit > Exit.NO) {
                    throw new Failure("training with " + arguments.getFirst() + " ended with " + exit);
                }
            }
            return Exit.YES;
        } finally {
            Files.delete(pod);
        }
    }
}
