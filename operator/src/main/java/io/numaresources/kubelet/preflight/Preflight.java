package io.numaresources.kubelet.preflight;

import java.util.Arrays;
import java.util.List;

/**
 * What all checks together say of a node.
 *
 * @param violations in the order of the checks
 */
public record Preflight(List<Violation> violations) {
    public Preflight {
        violations = List.copyOf(violations);
    }

    /** Runs every check. */
    public static Preflight of(Subject subject) {
        return new Preflight(Arrays.stream(Check.values())
                .flatMap(check -> check.apply(subject).stream())
                .toList());
    }

    /** Whether the node may be touched. */
    public boolean passed() {
        return violations.stream().noneMatch(Violation::blocks);
    }

    /** Whether the node may not be touched now, but will be without anybody's doing. */
    public boolean waits() {
        return !passed()
                && violations.stream()
                        .filter(Violation::blocks)
                        .allMatch(violation -> violation.problem().passing());
    }
}
