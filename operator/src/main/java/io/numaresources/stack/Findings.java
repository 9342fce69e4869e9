package io.numaresources.stack;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a plan can't serve, in the order in which it was found. */
final class Findings {
    private final List<Finding> found = new ArrayList<>();

    void add(FindingCode code, @Nullable String group, String message) {
        found.add(code.finding(group, message));
    }

    List<Finding> all() {
        return List.copyOf(found);
    }
}
