package io.numaresources.packaging.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Runtime and application in a folder, as they are in the image below {@link #INSIDE}. All files have the modification time that jib gives
 * them, since the JVM accepts an AOT cache only for jars with the times and sizes of the training.
 *
 * @param folder the folder
 */
record Staging(Path folder) {
    /** Where the image has it. */
    static final String INSIDE = "/opt/numaresources";

    static final Instant TIME = Instant.ofEpochSecond(1);

    /** What jdeps names for the application, with what Quarkus, Netty and TLS load by name. */
    private static final List<String> MODULES = List.of(
            "java.base",
            "java.desktop",
            "java.instrument",
            "java.logging",
            "java.management",
            "java.naming",
            "java.net.http",
            "java.security.jgss",
            "java.sql",
            "java.transaction.xa",
            "java.xml",
            "jdk.crypto.ec",
            "jdk.jfr",
            "jdk.management",
            "jdk.net",
            "jdk.security.auth",
            "jdk.unsupported",
            "jdk.zipfs");

    Path runtime() {
        return folder.resolve("runtime");
    }

    Path application() {
        return folder.resolve("app");
    }

    Path options() {
        return folder.resolve("jvm.options");
    }

    Path aotCache() {
        return application().resolve("app.aot");
    }

    void lay(Path packaged, Path jvmOptions) throws IOException, InterruptedException {
        if (!Files.exists(packaged.resolve("quarkus-run.jar"))) {
            throw new IllegalStateException("The operator is not packaged: no quarkus-run.jar in " + packaged);
        }
        remove(folder);
        Files.createDirectories(folder);
        link();
        copy(packaged, application());
        Files.deleteIfExists(aotCache());
        Files.copy(jvmOptions, options());
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!Files.isSymbolicLink(file)) {
                    Files.setLastModifiedTime(file, FileTime.from(TIME));
                }
            }
        }
    }

    private void link() throws IOException, InterruptedException {
        var home = Path.of(System.getProperty("java.home"));
        var command = List.of(
                home.resolve("bin/jlink").toString(),
                "--add-modules",
                String.join(",", MODULES),
                "--strip-debug",
                "--no-man-pages",
                "--no-header-files",
                "--output",
                runtime().toString());
        run(command);
    }

    static void run(List<String> command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new IllegalStateException(command.getFirst() + " is missing", e);
        }
        var output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command.getFirst() + ": " + output);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Name of this machine's processor as images have it. */
    static String architecture() {
        return Optional.of(System.getProperty("os.arch"))
                .map(name -> name.equals("aarch64") ? "arm64" : name)
                .orElseThrow();
    }
}
