package io.numaresources.testbed.cli;

import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Program;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Builds what the cache hasn't got. */
@Command(
        name = "build",
        mixinStandardHelpOptions = true,
        description =
                "Builds the programs of the control plane into the cache; about ten minutes once, nothing afterwards.")
final class Build implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--server-version",
            description = "Also the API server that says it is of this version, such as v1.35.0.")
    private String serverVersion = "";

    @Option(names = "--machines", description = "Also what machines run.")
    private boolean machines;

    @Override
    public Integer call() {
        var binaries = Binaries.standard();
        var out = spec.commandLine().getOut();
        for (var program : Program.values()) {
            if (binaries.available(program) && (machines || !program.onMachines()) && !program.onDemand()) {
                out.println(binaries.get(program));
                out.flush();
            }
        }
        if (!serverVersion.isEmpty()) {
            out.println(binaries.apiServer(serverVersion));
        }
        out.flush();
        return 0;
    }
}
