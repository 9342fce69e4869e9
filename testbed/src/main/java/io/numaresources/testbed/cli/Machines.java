package io.numaresources.testbed.cli;

import io.numaresources.testbed.machine.NumaMachines;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs machines until it is interrupted. */
@Command(
        name = "machines",
        mixinStandardHelpOptions = true,
        description = "Starts a control plane with two NUMA machines and keeps them until Ctrl-C. Needs root.")
final class Machines implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        try (var machines = NumaMachines.start()) {
            var out = spec.commandLine().getOut();
            machines.all().forEach(machine -> out.println(machine.name() + ": " + machine.shellCommand()));
            out.println("export KUBECONFIG=" + machines.plane().kubeconfigFile());
            out.flush();
            while (true) {
                // ends with the JVM, and with it all that was started
                Thread.sleep(Duration.ofSeconds(1));
                machines.plane().requireAlive();
            }
        }
    }
}
