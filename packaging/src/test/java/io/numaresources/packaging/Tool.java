package io.numaresources.packaging;

import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs programs to their end. */
final class Tool {

    private Tool() {}

    /**
     * How a program ended.
     *
     * @param exit exit code
     * @param output what it wrote, errors included
     */
    record Result(int exit, String output) {
        List<String> lines() {
            return output.lines().filter(line -> !line.isBlank()).toList();
        }
    }

    static Path root() {
        return Binaries.standard().root().path();
    }

    static Result run(Program program, Map<String, String> environment, String... arguments) {
        var command = new ArrayList<String>();
        command.add(Binaries.standard().get(program).toString());
        command.addAll(List.of(arguments));
        return run(command, environment);
    }

    static Result run(List<String> command, Map<String, String> environment) {
        try {
            var builder = new ProcessBuilder(command).directory(root().toFile()).redirectErrorStream(true);
            builder.environment().putAll(environment);
            var process = builder.start();
            process.getOutputStream().close();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
