package io.numaresources.cli;

import io.numaresources.stack.KubernetesVersion;
import io.numaresources.stack.VersionMatrix;

/** Versions of Kubernetes on a command line. */
final class ServerVersionOption {
    private ServerVersionOption() {}

    /** A version such as 1.34 or v1.34.4. */
    static KubernetesVersion parse(String option, String text) {
        try {
            return KubernetesVersion.parse(text);
        } catch (IllegalArgumentException e) {
            throw new Failure(option + " " + text + " is no version of Kubernetes: use something like 1.34", e);
        }
    }

    /** The row of the version matrix for a server that is supported. */
    static VersionMatrix.Row row(VersionMatrix matrix, String text) {
        var version = parse("--server-version", text);
        if (!matrix.supports(version)) {
            throw new Failure("--server-version %s is not in the version matrix: use %s to %s"
                    .formatted(
                            text,
                            matrix.rows().getFirst().kubernetes(),
                            matrix.rows().getLast().kubernetes()));
        }
        return matrix.row(version);
    }
}
