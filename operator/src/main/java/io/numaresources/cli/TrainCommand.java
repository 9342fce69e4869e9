package io.numaresources.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

    private static final String RESOURCE = """
            apiVersion: numaresources.io/v1alpha1
            kind: NUMAResourcesOperator
            metadata: {name: numaresources}
            spec:
              nodeGroups:
              - name: train
                nodeSelector: {matchLabels: {node-role.kubernetes.io/worker: ""}}
            """;

    @Mixin
    private ClusterOptions cluster;

    @Override
    public Integer call() throws IOException {
        var folder = Files.createTempDirectory("numa-train");
        var pod = folder.resolve("pod.yaml");
        var resource = folder.resolve("numaresources.yaml");
        try {
            Files.writeString(pod, POD);
            Files.writeString(resource, RESOURCE);
            run("--help");
            run("images");
            run("render", "-f", resource.toString(), "--server-version", "1.34");
            for (var arguments : List.of(
                    List.of("top"),
                    List.of("status"),
                    List.of("detect", "-o", "json"),
                    List.of("explain", "-f", pod.toString()),
                    List.of("what-if", "-f", pod.toString(), "-o", "yaml"),
                    List.of("validate"))) {
                var all = new ArrayList<>(arguments);
                if (cluster.kubeconfig != null) {
                    all.addAll(List.of("--kubeconfig", cluster.kubeconfig.toString()));
                }
                run(all.toArray(String[]::new));
            }
            return Exit.YES;
        } finally {
            Files.deleteIfExists(pod);
            Files.deleteIfExists(resource);
            Files.delete(folder);
        }
    }

    private static void run(String... arguments) {
        int exit = Main.commandLine(arguments).execute(arguments);
        if (exit > Exit.NO) {
            throw new Failure("training with " + arguments[0] + " ended with " + exit);
        }
    }
}
