package io.numaresources.cli;

import io.numaresources.guard.PoolConsistency;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Whether the nodes of a group are alike. */
@Command(
        name = "consistency",
        mixinStandardHelpOptions = true,
        description = {
            "Whether the nodes of each group are alike: what most of them have, and which ones differ in what. Machine, kubelet",
            "configuration, versions of kernel, system, kubelet and runtime, and what labels tell of firmware and drivers."
        },
        footer = {"", "Examples: kubectl numa consistency", "          kubectl numa consistency hpc -o yaml"})
final class ConsistencyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private OutputOption output;

    @Parameters(arity = "0..*", paramLabel = "GROUP", description = "Groups; default: all.")
    private List<String> named = List.of();

    @Override
    public Integer call() throws IOException {
        try (var client = cluster.connect()) {
            var all = Snapshot.of(client).pools();
            for (String name : named) {
                if (all.stream().noneMatch(pool -> pool.group().equals(name))) {
                    throw new Failure("there is no group " + name + ": kubectl get nro -o yaml lists them");
                }
            }
            var pools = all.stream()
                    .filter(pool -> named.isEmpty() || named.contains(pool.group()))
                    .toList();
            spec.commandLine().getOut().print(new ConsistencyReport(pools).print(output.format));
            spec.commandLine().getOut().flush();
            return Exit.of(pools.stream().allMatch(PoolConsistency::alike));
        }
    }
}
