package io.numaresources.cli.scorecard;

import java.nio.file.Path;

/** A bundle that isn't there or isn't one. */
final class UnreadableBundle extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableBundle(Path folder, String why) {
        super("the bundle in " + folder + " can't be read: " + why);
    }
}
