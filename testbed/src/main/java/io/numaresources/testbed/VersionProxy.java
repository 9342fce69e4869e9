package io.numaresources.testbed;

import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Another address of a control plane, at which its API server claims another version; everything else is the same. */
public final class VersionProxy implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ChildProcess process;
    private final Path version;
    private final String url;

    private VersionProxy(ChildProcess process, Path version, String url) {
        this.process = process;
        this.version = version;
        this.url = url;
    }

    /** Starts one that claims a version such as {@code v1.29.4}; returns when it answers. */
    public static VersionProxy start(ControlPlane plane, String version) {
        return start(plane, version, Duration.ZERO);
    }

    /** Starts one that also holds up each patch of a status for a time, in which a test can change something. */
    public static VersionProxy start(ControlPlane plane, String version, Duration statusDelay) {
        int port = plane.ports().next();
        var name = "versionproxy-" + port;
        var file = plane.folder().file(name + ".version");
        write(file, version);
        var authority = plane.folder().file(name + ".crt");
        write(authority, plane.kubeconfig().authority());
        var command = Command.of(
                name,
                plane.binaries().get(Program.VERSIONPROXY),
                "--listen=127.0.0.1:" + port,
                "--server=" + plane.kubeconfig().server(),
                "--certificate-authority=" + authority,
                "--version-file=" + file,
                "--status-delay=" + statusDelay.toMillis() + "ms");
        var process = ChildProcess.start(command, plane.folder().path());
        process.awaitUntil(LIMIT, "does not listen", () -> Startup.listens(port));
        return new VersionProxy(process, file, "http://127.0.0.1:" + port);
    }

    /** Its address. */
    public String url() {
        return url;
    }

    /** Claims another version from now on. */
    public void claim(String other) {
        write(version, other);
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
