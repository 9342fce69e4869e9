package io.numaresources.testbed.cli;

import io.numaresources.testbed.bench.Bench;
import io.numaresources.testbed.dashboard.Dashboard;
import io.numaresources.testbed.demo.Demo;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Command line of the testbed. */
@Command(
        name = "testbed",
        mixinStandardHelpOptions = true,
        description = "A real Kubernetes control plane on loopback, with simulated NUMA nodes.",
        subcommands = {
            Up.class,
            Machines.class,
            Demo.class,
            Bench.class,
            Dashboard.class,
            Train.class,
            Build.class,
            Clean.class
        })
public final class Main {

    private Main() {}

    /** Exits with 0 after success, 1 after a failure, 2 for a command line that is not understood. */
    public static void main(String[] args) {
        // the client's logging library has no provider here and would say so
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setExecutionExceptionHandler((failure, command, result) -> {
            var err = command.getErr();
            err.println(command.getColorScheme().errorText("error: " + failure.getMessage()));
            err.flush();
            return CommandLine.ExitCode.SOFTWARE;
        });
    }
}
