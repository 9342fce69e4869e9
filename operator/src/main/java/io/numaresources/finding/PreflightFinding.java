package io.numaresources.finding;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.Severity;
import io.numaresources.kubelet.preflight.Violation;
import org.jspecify.annotations.Nullable;

/** What a pre-flight check found on a node. Its codes are the reasons in docs/kubelet.md, its message begins with the check's id. */
public final class PreflightFinding {
    private PreflightFinding() {}

    /** The finding for a violation; without a node it is about the whole group. */
    public static Finding of(Violation violation, String group, @Nullable String node) {
        return new Finding(
                switch (violation.problem().severity()) {
                    case INFO -> Severity.INFO;
                    case WARNING -> Severity.WARNING;
                    case ERROR -> Severity.ERROR;
                },
                violation.problem().reason(),
                group,
                node,
                violation.problem().id() + " " + violation.message());
    }
}
