package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Command;
import io.numaresources.testbed.process.Execution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Root's shell on a machine, by ssh. Commands share one connection, since an emulated machine takes seconds for a handshake. */
final class SecureShell {

    private static final Path SSH = Path.of("/usr/bin/ssh");
    private static final Duration CONNECTING = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final String name;
    private final String address;
    private final Path folder;
    private @Nullable ChildProcess connection;

    SecureShell(String name, String address, Path folder) {
        this.name = name;
        this.address = address;
        this.folder = folder;
    }

    /** Makes the key pair of a run in its folder; returns the public key. */
    static Path createKey(Path folder) {
        Execution.require(
                "ssh-keygen",
                "-q",
                "-t",
                "ed25519",
                "-N",
                "",
                "-C",
                "testbed",
                "-f",
                folder.resolve("key").toString());
        return folder.resolve("key.pub");
    }

    /**
     * Has a command line run by the machine's shell.
     *
     * @throws IllegalStateException if the machine can't be reached or the command takes longer than the limit
     */
    Execution run(String commandLine, Duration limit) {
        connect();
        var command = new ArrayList<>(List.of(SSH.toString()));
        command.addAll(options());
        command.add(commandLine);
        return Execution.of(limit, command);
    }

    /** What a person types for a shell. */
    String commandLine() {
        return "ssh -i %s -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null root@%s"
                .formatted(folder.resolve("key"), address);
    }

    /** Whether the machine answers. */
    boolean answers() {
        try {
            return run("true", CONNECTING).succeeded();
        } catch (IllegalStateException e) {
            disconnect();
            return false;
        }
    }

    /** Forgets the connection, which a machine that was reset doesn't know anymore. */
    synchronized void disconnect() {
        if (connection != null) {
            connection.kill();
            connection = null;
        }
    }

    private synchronized void connect() {
        if (connection != null && connection.alive()) {
            return;
        }
        var command = Command.of("ssh-" + name, SSH, "-M", "-N").with(options());
        var started = ChildProcess.start(command, folder);
        connection = started;
        var deadline = System.nanoTime() + CONNECTING.toNanos();
        while (!Files.exists(socket())) {
            if (!started.alive() || System.nanoTime() > deadline) {
                disconnect();
                throw new IllegalStateException(name + " can't be reached at " + address + ": "
                        + started.log().tail(3));
            }
            pause();
        }
    }

    private List<String> options() {
        return List.of(
                "-S",
                socket().toString(),
                "-i",
                folder.resolve("key").toString(),
                "-o",
                "BatchMode=yes",
                "-o",
                "StrictHostKeyChecking=no",
                "-o",
                "UserKnownHostsFile=/dev/null",
                "-o",
                "LogLevel=ERROR",
                "-o",
                "ConnectTimeout=30",
                "-o",
                "ServerAliveInterval=20",
                "root@" + address);
    }

    private Path socket() {
        return folder.resolve(name + ".ssh");
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while ssh connects", e);
        }
    }
}
