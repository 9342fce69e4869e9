package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.Execution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;

/**
 * Folders that are costly to make, kept by what they are made from. Those of other contents are removed after two weeks without use: a
 * folder is up to two gigabytes.
 *
 * @param cache the folder that holds them
 */
record CachedFolders(Path cache) {

    private static final Duration KEPT = Duration.ofDays(14);
    private static final int HASH = 16;

    /** Makes the content of a folder. */
    interface Maker {
        void make(Path folder) throws IOException;
    }

    /** The folder of a kind that was made from {@code content}; it is made if there is none, once even for several processes. */
    Path get(String kind, String content, Maker maker) {
        var folder = cache.resolve(kind + "-" + hash(content));
        try {
            Files.createDirectories(cache);
            // an instance is not shared by threads of a JVM, so the lock is only asked for between processes
            try (var channel = FileChannel.open(
                            cache.resolve("." + kind + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var lock = channel.lock()) {
                if (lock.isValid() && !Files.isDirectory(folder)) {
                    make(folder, maker);
                }
                Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
                prune(kind, folder);
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + folder, e);
        }
    }

    private void make(Path folder, Maker maker) throws IOException {
        var unfinished = cache.resolve("." + folder.getFileName() + ".new");
        remove(unfinished);
        Files.createDirectories(unfinished);
        try {
            maker.make(unfinished);
            Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            remove(unfinished);
        }
    }

    private void prune(String kind, Path kept) throws IOException {
        var oldest = Instant.now().minus(KEPT);
        try (var folders = Files.newDirectoryStream(cache, kind + "-*")) {
            for (var folder : folders) {
                if (!folder.equals(kept)
                        && Files.getLastModifiedTime(folder).toInstant().isBefore(oldest)) {
                    remove(folder);
                }
            }
        }
    }

    /** Also device nodes and the like, which Java's walk would take for files of its own. */
    private static void remove(Path folder) {
        if (Files.exists(folder)) {
            Execution.require("rm", "-rf", "--one-file-system", folder.toString());
        }
    }

    private static String hash(String content) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
