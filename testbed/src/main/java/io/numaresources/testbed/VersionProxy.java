package io.numaresources.testbed;

import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/** Another address of a control plane, at which its API server claims another version or has faults; everything else is the same. */
public final class VersionProxy implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ChildProcess process;
    private final Path version;
    private final Path faults;
    private final String url;

    private VersionProxy(ChildProcess process, Path version, Path faults, String url) {
        this.process = process;
        this.version = version;
        this.faults = faults;
        this.url = url;
    }

    /** Starts one that claims a version such as {@code v1.29.4}; returns when it answers. */
    public static VersionProxy start(ControlPlane plane, String version) {
        return start(plane, version, Duration.ZERO);
    }

    /** Starts one that also holds up each patch of a status for a time, in which a test can change something. */
    public static VersionProxy start(ControlPlane plane, String version, Duration statusDelay) {
        return start(plane, version, "--status-delay=" + statusDelay.toMillis() + "ms");
    }

    /** Starts one that claims the real version and tells the API server another user agent, by which an audit log tells processes apart. */
    public static VersionProxy startNamed(ControlPlane plane, String userAgent) {
        return start(plane, plane.binaries().kubernetesVersion(), "--user-agent=" + userAgent);
    }

    private static VersionProxy start(ControlPlane plane, String version, String... more) {
        int port = plane.ports().next();
        var name = "versionproxy-" + port;
        var file = plane.folder().file(name + ".version");
        write(file, version);
        var faults = plane.folder().file(name + ".faults");
        var authority = plane.folder().file(name + ".crt");
        write(authority, plane.kubeconfig().authority());
        var command = Command.of(
                        name,
                        plane.binaries().get(Program.VERSIONPROXY),
                        "--listen=127.0.0.1:" + port,
                        "--server=" + plane.kubeconfig().server(),
                        "--certificate-authority=" + authority,
                        "--version-file=" + file,
                        "--faults-file=" + faults)
                .with(List.of(more));
        var process = ChildProcess.start(command, plane.folder().path());
        process.awaitUntil(LIMIT, "does not listen", () -> Startup.listens(port));
        return new VersionProxy(process, file, faults, "http://127.0.0.1:" + port);
    }

    /** Its address. */
    public String url() {
        return url;
    }

    /** Claims another version from now on. */
    public void claim(String other) {
        write(version, other);
    }

    /** Does this to requests from now on. */
    public void disturb(Faults wanted) {
        var next = faults.resolveSibling(faults.getFileName() + ".next");
        write(next, wanted.json());
        try {
            Files.move(next, faults, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + faults, e);
        }
    }

    @Override
    public void close() {
        process.close();
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
