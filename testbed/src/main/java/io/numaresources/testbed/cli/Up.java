package io.numaresources.testbed.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.binaries.Reported;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a control plane until it is interrupted. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = "Starts a control plane and keeps it until Ctrl-C; prints how to use it.")
final class Up implements Callable<Integer> {

    enum Output {
        text,
        json
    }

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--nodes",
            paramLabel = "SHAPE=COUNT",
            description = "Simulated nodes of a machine shape; may be repeated.")
    private Map<String, Integer> nodes = new LinkedHashMap<>();

    @Option(
            names = "--plain-nodes",
            paramLabel = "COUNT",
            description = "Nodes without a machine, which admit every pod.")
    private int plainNodes;

    @Option(
            names = "--with-scheduler",
            description = "Run the NUMA scheduler when the operator's Deployment asks for it.")
    private boolean withScheduler;

    @Option(names = "--apply", paramLabel = "FILE", description = "YAML file or folder to apply; may be repeated.")
    private Path[] manifests = {};

    @Option(names = "--server-version", description = "What the server says its version is, v1.32.0 or newer.")
    private String serverVersion = "";

    @Option(
            names = {"-o", "--output"},
            description = "One of: ${COMPLETION-CANDIDATES}.",
            defaultValue = "text")
    private Output output = Output.text;

    @Override
    public Integer call() throws InterruptedException, JsonProcessingException {
        var builder = ControlPlane.builder();
        if (!serverVersion.isEmpty()) {
            builder.serverVersion(serverVersion);
        }
        try (var plane = Reported.step("Starting the control plane", builder::start)) {
            plane.applyManifests(manifests);
            Reported.step("Creating nodes", () -> createNodes(plane));
            if (withScheduler) {
                SchedulerRunner.start(plane);
            }
            print(plane);
            while (true) {
                // ends with the JVM, and with it all that was started
                Thread.sleep(Duration.ofSeconds(1));
                plane.requireAlive();
            }
        }
    }

    private Integer createNodes(ControlPlane plane) {
        SimulatedNodes.createPlain(plane.client(), "plain", plainNodes, Map.of());
        nodes.forEach((shape, count) -> SimulatedNodes.create(plane.client(), shape, count, Map.of()));
        return plainNodes + nodes.size();
    }

    private void print(ControlPlane plane) throws JsonProcessingException {
        var out = spec.commandLine().getOut();
        if (output == Output.json) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("kubeconfig", plane.kubeconfigFile().toString());
            fields.put("server", plane.kubeconfig().server());
            fields.put("pid", ProcessHandle.current().pid());
            fields.put("folder", plane.folder().path().toString());
            out.println(JsonMapper.builder().build().writeValueAsString(fields));
        } else {
            out.println("export KUBECONFIG=" + plane.kubeconfigFile());
        }
        out.flush();
    }
}
