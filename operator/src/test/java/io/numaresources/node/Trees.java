package io.numaresources.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Lays out hosts/*.tree: a path and its content a line, with a tab between, \n and \0 in the content. */
final class Trees {
    private Trees() {}

    static Host lay(Path root, String... names) {
        var host = new Host(root);
        for (String name : names) {
            read("/hosts/" + name + ".tree")
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> {
                        int tab = line.indexOf('\t');
                        write(
                                host.path(line.substring(0, tab)),
                                line.substring(tab + 1)
                                        .replace("\\n", "\n")
                                        .replace("\\t", "\t")
                                        .replace("\\0", "\0"));
                    });
        }
        return host;
    }

    static void write(Path file, String content) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(String resource) {
        try (var in = Trees.class.getResourceAsStream(resource)) {
            return new String(present(in, resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream present(@Nullable InputStream in, String resource) {
        if (in == null) {
            throw new IllegalArgumentException("no " + resource);
        }
        return in;
    }
}
