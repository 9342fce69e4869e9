package io.numaresources.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A child that dies with this JVM, however this JVM ends.
 *
 * <p>It is started by a shell that leaves a watcher behind and then becomes the program. The watcher reads a pipe whose other end only this JVM
 * has: when the JVM is gone the pipe ends and the watcher kills the program.
 */
public final class ChildProcess implements AutoCloseable {

    private static final String WATCHED =
            "exec 3<&0; ( while read -r _ <&3; do :; done; kill -9 $$ ) >/dev/null 2>&1 & exec \"$@\" </dev/null 3<&-";

    private static final Duration PAUSE = Duration.ofMillis(40);

    private final Command command;
    private final Process process;
    private final LogFile log;
    private final Path pidFile;
    private final long started;

    private ChildProcess(Command command, Process process, LogFile log, Path pidFile, long started) {
        this.command = command;
        this.process = process;
        this.log = log;
        this.pidFile = pidFile;
        this.started = started;
    }

    /** Starts a command; its output is appended to NAME.log in the folder, where it also runs. */
    public static ChildProcess start(Command command, Path folder) {
        var log = folder.resolve(command.name() + ".log");
        var line = new ArrayList<>(List.of("/bin/sh", "-c", WATCHED, "sh"));
        line.addAll(command.launcher());
        line.add(command.executable().toString());
        line.addAll(command.arguments());
        var builder = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(command.environment());
        try {
            var started = System.nanoTime();
            var process = builder.start();
            var pidFile = folder.resolve(command.name() + ".pid");
            Files.writeString(
                    pidFile, process.pid() + "\n" + command.executable().toRealPath() + "\n");
            return new ChildProcess(command, process, new LogFile(log), pidFile, started);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command.name(), e);
        }
    }

    /** Starts the same command once more, in the same folder and with the same log. */
    public ChildProcess again() {
        return start(command, log.path().getParent());
    }

    /** Lets it stand still (SIGSTOP), as a machine does that is suspended. */
    public void pause() {
        Execution.require("kill", "-STOP", String.valueOf(pid()));
    }

    /** Lets it go on (SIGCONT). */
    public void resume() {
        Execution.require("kill", "-CONT", String.valueOf(pid()));
    }

    /** What it is called. */
    public String name() {
        return command.name();
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Time since it was started. */
    public Duration age() {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    /** Whether it runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** What it wrote. */
    public LogFile log() {
        return log;
    }

    /** Completes when it has ended. */
    public CompletableFuture<Process> onExit() {
        return process.onExit();
    }

    /**
     * Makes sure it still runs.
     *
     * @throws ComponentFailure if it has ended
     */
    public void requireAlive() {
        if (!alive()) {
            throw new ComponentFailure(name(), "exited with " + process.exitValue(), log);
        }
    }

    /**
     * Waits until a condition holds while it runs.
     *
     * @param otherwise what is said of it when the limit is over, such as "is not ready"
     * @throws ComponentFailure if it ends or takes longer than the limit
     */
    public void awaitUntil(Duration limit, String otherwise, BooleanSupplier condition) {
        awaitUntil(limit, otherwise, log, condition);
    }

    /** {@link #awaitUntil(Duration, String, BooleanSupplier)} for a process that tells in another log why it takes so long. */
    public void awaitUntil(Duration limit, String otherwise, LogFile told, BooleanSupplier condition) {
        var deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            requireAlive();
            if (System.nanoTime() > deadline) {
                throw new ComponentFailure(name(), otherwise + " after " + limit.toSeconds() + " s", told);
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while " + name() + " starts", e);
            }
        }
    }

    /** Asks it to end (SIGTERM) and kills it after the grace period. */
    public void stop(Duration grace) {
        // Process.destroy() would also close the pipe, upon which the watcher kills at once
        process.toHandle().destroy();
        await(grace);
        kill();
    }

    /** Kills it (SIGKILL) and waits until it is gone. */
    public void kill() {
        signalKill();
        await(Duration.ofSeconds(10));
        try {
            Files.deleteIfExists(pidFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it without waiting. */
    public void signalKill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
    }

    private void await(Duration limit) {
        try {
            process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
