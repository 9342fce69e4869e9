package io.numaresources.packaging;

import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Renders kustomize folders of a checkout with kustomize itself. */
public final class Kustomize {
    private final Binaries binaries;
    private final Path root;

    /** With the program that the testbed builds. */
    public Kustomize(Binaries binaries, Path root) {
        this.binaries = binaries;
        this.root = root;
    }

    /** The checkout. */
    public Path root() {
        return root;
    }

    /**
     * Renders a folder.
     *
     * @throws IllegalStateException with kustomize's message if it refuses
     */
    public Rendering render(String folder) {
        try {
            var process = new ProcessBuilder(binaries.get(Program.KUSTOMIZE).toString(), "build", folder)
                    .directory(root.toFile())
                    .redirectErrorStream(true)
                    .start();
            var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("kustomize build " + folder + ": " + text);
            }
            return Rendering.parse(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while kustomize runs", e);
        }
    }
}
