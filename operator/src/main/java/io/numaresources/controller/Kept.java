package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.numaresources.stack.StackLabels;
import java.util.Optional;
import java.util.Set;

/**
 * Objects that a pass neither changes nor removes.
 *
 * @param groups groups that are left as they are
 * @param waiting component that waits for another one
 */
record Kept(Set<String> groups, Optional<String> waiting) {

    /** Whether an object, wanted or not, is left as it is. */
    boolean holds(HasMetadata object) {
        return waits(object) || groups.contains(group(object)) || neededByGroups(object);
    }

    /** Whether an object that exists is not changed now; one that is missing is created all the same. */
    boolean waits(HasMetadata object) {
        return waiting.isPresent() && waiting.get().equals(label(object, StackLabels.COMPONENT));
    }

    /** Shared objects of the updaters stay as long as the objects of a kept group do. */
    private boolean neededByGroups(HasMetadata object) {
        return !groups.isEmpty()
                && StackLabels.UPDATER.equals(label(object, StackLabels.COMPONENT))
                && group(object).isEmpty();
    }

    static String group(HasMetadata object) {
        return label(object, StackLabels.GROUP);
    }

    private static String label(HasMetadata object, String name) {
        var labels = object.getMetadata().getLabels();
        return labels == null ? "" : labels.getOrDefault(name, "");
    }
}
