package io.numaresources.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a child process wrote.
 *
 * @param path the file
 */
public record LogFile(Path path) {

    /** Everything so far. */
    public String text() {
        try {
            return Files.exists(path) ? new String(Files.readAllBytes(path), StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }

    /** The lines so far. */
    public List<String> lines() {
        return text().lines().toList();
    }

    /** The last lines, for a failure message. */
    public String tail(int count) {
        var lines = lines();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
    }
}
