package io.numaresources.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A temporary folder of this JVM. Folders whose owner is gone are found by {@link #cleanStale}.
 *
 * @param path the folder
 */
public record RunFolder(Path path) implements AutoCloseable {

    private static final String OWNER = "owner";

    /** The folder that holds all run folders of this user. */
    public static Path parent() {
        return Path.of(
                System.getProperty("java.io.tmpdir"), "numaresources-testbed-" + System.getProperty("user.name"));
    }

    /** Creates a folder owned by this JVM. */
    public static RunFolder create(Path parent) {
        try {
            Files.createDirectories(parent);
            var own = ProcessHandle.current();
            var folder = Files.createTempDirectory(parent, own.pid() + "-");
            Files.writeString(folder.resolve(OWNER), own.pid() + "\n" + startOf(own) + "\n");
            return new RunFolder(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a folder in " + parent, e);
        }
    }

    /** Removes folders whose owner is gone, after killing what their pid files name and removing their networks. Returns the folders removed. */
    public static List<Path> cleanStale(Path parent) {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (var folders = Files.list(parent)) {
            var stale = folders.filter(RunFolder::ownerGone).toList();
            stale.forEach(RunFolder::remove);
            return stale;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file in it. */
    public Path file(String name) {
        return path.resolve(name);
    }

    /** Removes it with all it has. */
    @Override
    public void close() {
        delete(path);
    }

    private static boolean ownerGone(Path folder) {
        var owner = lines(folder.resolve(OWNER));
        if (owner.size() < 2) {
            return olderThanAMinute(folder);
        }
        return ProcessHandle.of(Long.parseLong(owner.getFirst()))
                .filter(process -> startOf(process).equals(owner.get(1)))
                .isEmpty();
    }

    private static boolean olderThanAMinute(Path folder) {
        try {
            return Files.getLastModifiedTime(folder)
                    .toInstant()
                    .isBefore(Instant.now().minusSeconds(60));
        } catch (IOException e) {
            return false;
        }
    }

    private static void remove(Path folder) {
        try (var files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".pid"))
                    .map(RunFolder::lines)
                    .forEach(RunFolder::killNamed);
        } catch (IOException | UncheckedIOException e) {
            // another process cleans the same folder
        }
        try (var files = Files.list(folder)) {
            files.filter(file -> file.toString().endsWith(NetworkNamespace.MARK))
                    .forEach(NetworkNamespace::deleteNoted);
        } catch (IOException | UncheckedIOException e) {
            // another process cleans the same folder
        }
        delete(folder);
    }

    /** Kills a process only if it runs the program that the pid file names. */
    private static void killNamed(List<String> pidAndProgram) {
        if (pidAndProgram.size() < 2) {
            return;
        }
        ProcessHandle.of(Long.parseLong(pidAndProgram.getFirst()))
                .filter(process -> process.info().command().equals(Optional.of(pidAndProgram.get(1))))
                .ifPresent(ProcessHandle::destroyForcibly);
    }

    private static String startOf(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                    return ignoreMissing(failure);
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                        throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }

    private static FileVisitResult ignoreMissing(IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }
}
