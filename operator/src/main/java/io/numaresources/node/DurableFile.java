package io.numaresources.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Files that are there completely or not at all, also after a reset: written beside their place under a name that the kubelet ignores, synced, renamed,
 * and the directory synced.
 */
final class DurableFile {
    private static final String TEMPORARY = ".numaresources-tmp";

    private DurableFile() {}

    /** Writes a file, mode 0644, and the directories above it, 0755 (CIS 4.1.11). */
    static void write(Path file, String text) {
        try {
            directories(file.getParent());
            var temporary = file.resolveSibling(file.getFileName() + TEMPORARY);
            try (var channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING)) {
                var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            sync(file.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies a file with its attributes. */
    static void copy(Path from, Path to) {
        try {
            directories(to.getParent());
            var temporary = to.resolveSibling(to.getFileName() + TEMPORARY);
            Files.copy(from, temporary, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            sync(temporary);
            Files.move(temporary, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            sync(to.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a file, if it is there. */
    static void remove(Path file) {
        try {
            if (Files.deleteIfExists(file)) {
                sync(file.getParent());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void directories(Path directory) throws IOException {
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }

    private static void sync(Path path) throws IOException {
        try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
