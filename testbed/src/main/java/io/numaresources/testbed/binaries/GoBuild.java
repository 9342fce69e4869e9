package io.numaresources.testbed.binaries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@code go build} for one program. */
final class GoBuild {

    private static final String VERSION_PACKAGE = "k8s.io/component-base/version";

    private final Progress progress;

    GoBuild(Progress progress) {
        this.progress = progress;
    }

    /**
     * Builds a program that says it is of a Kubernetes version.
     *
     * @throws IllegalStateException if Go is missing or the build fails
     */
    void run(GoModule module, Program program, String version, Path output) throws IOException {
        var log = Files.createTempFile("numaresources-testbed-build", ".log");
        var step = progress.begin(
                "Building " + program.fileName() + " for Kubernetes " + version + " (once, then cached)");
        try {
            var process = start(command(program, version, output), module, log);
            while (!process.waitFor(1, TimeUnit.SECONDS)) {
                step.tick();
            }
            if (process.exitValue() != 0) {
                step.failed();
                throw new IllegalStateException("go build of " + program.source() + " failed: " + lastLine(log));
            }
            step.done();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while building " + program.fileName(), e);
        } finally {
            Files.deleteIfExists(log);
        }
    }

    static List<String> command(Program program, String version, Path output) {
        var parts = version.substring(1).split("\\.");
        var flags = "-s -w -X %1$s.gitVersion=%2$s -X %1$s.gitMajor=%3$s -X %1$s.gitMinor=%4$s"
                        .formatted(VERSION_PACKAGE, version, parts[0], parts[1])
                + program.linkerFlags();
        return List.of(
                "go",
                "build",
                "-trimpath",
                "-tags",
                program.buildTags(),
                "-ldflags",
                flags,
                "-o",
                output.toString(),
                program.source());
    }

    private static Process start(List<String> command, GoModule module, Path log) {
        var builder = new ProcessBuilder(command)
                .directory(module.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("CGO_ENABLED", "0");
        builder.environment().put("GOWORK", "off");
        try {
            return builder.start();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "Go is needed to build the control plane and was not found on the PATH: install Go 1.24 or newer from https://go.dev/dl/",
                    e);
        }
    }

    private static String lastLine(Path log) throws IOException {
        var lines =
                Files.readAllLines(log).stream().filter(line -> !line.isBlank()).toList();
        return lines.isEmpty()
                ? "no output"
                : String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    }
}
