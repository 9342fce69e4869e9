package io.numaresources.testbed.machine;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Files of a machine as they lie in folders of the checkout; {@code @NAME@} in them stands for a value. */
final class GuestFiles {

    private static final int PRIVATE = 0600;
    private static final int PROGRAM = 0755;
    private static final int PLAIN = 0644;

    private final List<Entry> entries;

    private GuestFiles(List<Entry> entries) {
        this.entries = entries;
    }

    private record Entry(String path, int mode, String content) {}

    /** The files of folders, with the values in them. */
    static GuestFiles of(Map<String, String> values, Path... folders) {
        var entries = new ArrayList<Entry>();
        for (var folder : folders) {
            try (var files = Files.walk(folder)) {
                files.filter(file -> Files.isRegularFile(file))
                        .sorted()
                        .forEach(file -> entries.add(
                                new Entry(folder.relativize(file).toString(), mode(file), fill(read(file), values))));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + folder, e);
            }
        }
        return new GuestFiles(entries);
    }

    /** Writes them below a folder. */
    void writeTo(Path root) throws IOException {
        for (var entry : entries) {
            var file = root.resolve(entry.path());
            Files.createDirectories(file.getParent());
            Files.writeString(file, entry.content());
            file.toFile().setExecutable(entry.mode() == PROGRAM, false);
        }
    }

    /** Writes them as a tar archive. */
    void writeArchive(Path archive) throws IOException {
        try (var tar = new TarWriter(new BufferedOutputStream(Files.newOutputStream(archive)))) {
            for (var entry : entries) {
                tar.file(entry.path(), entry.mode(), entry.content().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** Text that differs where they differ. */
    String fingerprint() {
        return entries.toString();
    }

    private static int mode(Path file) {
        if (Files.isExecutable(file)) {
            return PROGRAM;
        }
        return file.endsWith(Path.of("etc", "kubernetes", "kubelet.conf")) ? PRIVATE : PLAIN;
    }

    private static String fill(String text, Map<String, String> values) {
        var filled = text;
        for (var value : values.entrySet()) {
            filled = filled.replace("@" + value.getKey() + "@", value.getValue());
        }
        return filled;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
