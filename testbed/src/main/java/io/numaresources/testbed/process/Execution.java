package io.numaresources.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that was run to its end.
 *
 * @param command the program and its arguments
 * @param exitCode what it ended with
 * @param output its standard output
 * @param errors its standard error
 */
public record Execution(List<String> command, int exitCode, String output, String errors) {

    private static final int LINES = 12;

    /** Copies the command. */
    public Execution {
        command = List.copyOf(command);
    }

    /**
     * Runs a program that reads nothing.
     *
     * @throws IllegalStateException if it can't be started or takes longer than the limit, upon which it is killed
     */
    public static Execution of(Duration limit, List<String> command) {
        try {
            var output = Files.createTempFile("numaresources-testbed", ".out");
            var errors = Files.createTempFile("numaresources-testbed", ".err");
            try {
                var process = new ProcessBuilder(command)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(output.toFile())
                        .redirectError(errors.toFile())
                        .start();
                await(process, limit, command);
                return new Execution(command, process.exitValue(), read(output), read(errors));
            } finally {
                Files.deleteIfExists(output);
                Files.deleteIfExists(errors);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command.getFirst(), e);
        }
    }

    /**
     * Runs a program for at most a minute and returns its output.
     *
     * @throws IllegalStateException if it fails, with what it said
     */
    public static String require(String... command) {
        return of(Duration.ofMinutes(1), List.of(command)).requireSuccess().output();
    }

    /** Whether it ended with 0. */
    public boolean succeeded() {
        return exitCode == 0;
    }

    /**
     * Itself.
     *
     * @throws IllegalStateException if it failed, with the last lines of what it said
     */
    public Execution requireSuccess() {
        if (!succeeded()) {
            var said = (output + "\n" + errors).strip().lines().toList();
            throw new IllegalStateException("%s failed with %d: %s"
                    .formatted(
                            String.join(" ", command),
                            exitCode,
                            String.join("\n", said.subList(Math.max(0, said.size() - LINES), said.size()))));
        }
        return this;
    }

    private static void await(Process process, Duration limit, List<String> command) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(
                        String.join(" ", command) + " has not ended after " + limit.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + command.getFirst() + " runs", e);
        } finally {
            if (process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
