package io.numaresources.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * The files of a host.
 *
 * @param root where its root directory is mounted
 */
public record Host(Path root) {

    private static final int MOST_LINKS = 40;

    /** Where a file of the host is seen from here; links on the way to it lead where they lead on the host, and the file itself may be one. */
    public Path path(String absolute) {
        return resolve(absolute, false);
    }

    /** As the kernel resolves paths below another root (chroot(2)): an absolute link begins at that root, and nothing leads out of it. */
    private Path resolve(String absolute, boolean lastToo) {
        var left = new ArrayDeque<>(List.of(absolute.split("/")));
        var reached = root;
        int links = 0;
        while (!left.isEmpty()) {
            String name = left.pop();
            if (name.isEmpty() || name.equals(".")) {
                continue;
            }
            if (name.equals("..")) {
                reached = reached.equals(root) ? root : reached.getParent();
                continue;
            }
            var next = reached.resolve(name);
            boolean follow = (lastToo || !left.isEmpty()) && Files.isSymbolicLink(next) && links++ < MOST_LINKS;
            if (!follow) {
                reached = next;
                continue;
            }
            String target = target(next);
            if (target.startsWith("/")) {
                reached = root;
            }
            List.of(target.split("/")).reversed().forEach(left::push);
        }
        return reached;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Content of a file without surrounding blanks; absent where there is none. */
    public Optional<String> text(String absolute) {
        try {
            return Optional.of(Files.readString(resolve(absolute, true)).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            // a process that ended, or a file in /sys that answers with an error
            return Optional.empty();
        }
    }

    /** Whether a file or directory is there. */
    public boolean exists(String absolute) {
        return Files.exists(resolve(absolute, true));
    }

    /** Names in a directory, sorted; none where it is absent. */
    public List<String> names(String absolute) {
        var directory = resolve(absolute, true);
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (var entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Files below a directory whose name ends so, as paths relative to it, in the order in which filepath.WalkDir visits them. */
    public List<String> filesBelow(String absolute, String suffix) {
        var directory = resolve(absolute, true);
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
