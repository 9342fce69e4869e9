package io.numaresources.stack;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.Severity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a plan can't serve, in the order in which it was found. */
final class Findings {
    private final List<Finding> found = new ArrayList<>();

    void info(String code, @Nullable String group, String message) {
        add(Severity.INFO, code, group, message);
    }

    void warning(String code, @Nullable String group, String message) {
        add(Severity.WARNING, code, group, message);
    }

    void error(String code, @Nullable String group, String message) {
        add(Severity.ERROR, code, group, message);
    }

    private void add(Severity severity, String code, @Nullable String group, String message) {
        found.add(new Finding(severity, code, group, null, message));
    }

    List<Finding> all() {
        return List.copyOf(found);
    }
}
