package io.numaresources.testbed.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Command;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Load made by simload: nodes of the sample's group with images, and changing NodeResourceTopologies. */
final class Load {

    private static final String PREFIX = "load-";

    private final ControlPlane plane;
    private int runs;

    Load(ControlPlane plane) {
        this.plane = plane;
    }

    /** Creates nodes {@code first} to {@code first + count - 1}; end it with {@link #finish}. */
    ChildProcess nodes(int first, int count, int images) {
        return start(
                "--offset=" + first,
                "--nodes=" + count,
                "--images=" + images,
                "--label=node-role.kubernetes.io/hpc=",
                "--label=node-role.kubernetes.io/worker=");
    }

    /** Changes the topologies of {@code count} nodes, creating those that don't exist; end it with {@link #finish}. */
    ChildProcess topologies(int count, double perSecond, int seconds) {
        return start("--nodes=" + count, "--images=0", "--nrt-rate=" + perSecond, "--duration=" + seconds + "s");
    }

    /**
     * Waits for its end and returns the changes of topologies it made in a second.
     *
     * @throws IllegalStateException if something failed
     */
    static double finish(ChildProcess load) {
        var process = load.onExit().join();
        var line = load.log().tail(1);
        if (process.exitValue() != 0 || !line.startsWith("{")) {
            throw new IllegalStateException("simload failed: " + line);
        }
        try {
            var report = JsonMapper.builder().build().readTree(line);
            if (report.path("errors").asInt() > 0) {
                throw new IllegalStateException("simload had errors, the last: "
                        + report.path("lastError").asText());
            }
            return report.path("updatesPerSecond").asDouble();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ChildProcess start(String... flags) {
        var arguments = new ArrayList<>(List.of("--kubeconfig=" + plane.kubeconfigFile(), "--prefix=" + PREFIX));
        arguments.addAll(List.of(flags));
        var command = Command.of("simload-" + runs++, plane.binaries().get(Program.SIMLOAD))
                .with(arguments);
        return ChildProcess.start(command, plane.folder().path());
    }
}
