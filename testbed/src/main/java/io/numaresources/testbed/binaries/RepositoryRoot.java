package io.numaresources.testbed.binaries;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The checkout that has the Go modules.
 *
 * @param path folder with {@code testbed/go/cluster/go.mod}
 */
public record RepositoryRoot(Path path) {

    /** System property that names the checkout; the environment variable is {@link #VARIABLE}. */
    public static final String PROPERTY = "numaresources.root";

    /** Environment variable that names the checkout. */
    public static final String VARIABLE = "NUMARESOURCES_ROOT";

    private static final Path MARK = Path.of("testbed", "go", "cluster", "go.mod");

    /**
     * The folder named by {@link #PROPERTY} or {@link #VARIABLE}, otherwise the nearest one at or above the working folder.
     *
     * @throws IllegalStateException if none has the Go modules
     */
    public static RepositoryRoot find() {
        var named = Optional.ofNullable(System.getProperty(PROPERTY))
                .or(() -> Optional.ofNullable(System.getenv(VARIABLE)));
        if (named.isPresent()) {
            return require(Path.of(named.get()));
        }
        return above(Path.of("").toAbsolutePath());
    }

    static RepositoryRoot above(Path start) {
        for (var folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve(MARK))) {
                return new RepositoryRoot(folder);
            }
        }
        throw new IllegalStateException(
                "No " + MARK + " in " + start + " or above it: run inside the checkout or set " + VARIABLE);
    }

    private static RepositoryRoot require(Path folder) {
        if (!Files.isRegularFile(folder.resolve(MARK))) {
            throw new IllegalStateException(
                    "No " + MARK + " in " + folder + ", which " + VARIABLE + " or " + PROPERTY + " names");
        }
        return new RepositoryRoot(folder.toAbsolutePath());
    }

    /** A path inside the checkout. */
    public Path resolve(String relative) {
        return path.resolve(relative);
    }
}
