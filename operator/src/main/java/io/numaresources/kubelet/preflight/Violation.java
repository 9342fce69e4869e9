package io.numaresources.kubelet.preflight;

/**
 * A problem of one node.
 *
 * @param problem which one
 * @param detail what was found on this node
 */
public record Violation(Problem problem, String detail) {
    /** What was found and what to do, as one text. */
    public String message() {
        return detail + ": " + problem.remedy();
    }

    /** Whether the node must not be touched. */
    public boolean blocks() {
        return problem.severity() == Severity.ERROR;
    }
}
