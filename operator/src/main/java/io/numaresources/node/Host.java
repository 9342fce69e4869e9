package io.numaresources.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files of a host.
 *
 * @param root where its root directory is mounted
 */
public record Host(Path root) {

    /** Where a file of the host is seen from here. */
    public Path path(String absolute) {
        return root.resolve(absolute.replaceFirst("^/+", ""));
    }

    /** Content of a file without surrounding blanks; absent where there is none. */
    public Optional<String> text(String absolute) {
        try {
            return Optional.of(Files.readString(path(absolute)).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            // a process that ended, or a file in /sys that answers with an error
            return Optional.empty();
        }
    }

    /** Whether a file or directory is there. */
    public boolean exists(String absolute) {
        return Files.exists(path(absolute));
    }

    /** Names in a directory, sorted; none where it is absent. */
    public List<String> names(String absolute) {
        if (!Files.isDirectory(path(absolute))) {
            return List.of();
        }
        try (var entries = Files.list(path(absolute))) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Files below a directory whose name ends so, as paths relative to it, in the order in which filepath.WalkDir visits them. */
    public List<String> filesBelow(String absolute, String suffix) {
        var directory = path(absolute);
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (var entries = Files.walk(directory)) {
            return entries.filter(Files::isRegularFile)
                    .map(directory::relativize)
                    .sorted()
                    .map(Path::toString)
                    .filter(name -> name.endsWith(suffix))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
