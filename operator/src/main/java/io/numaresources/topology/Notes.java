package io.numaresources.topology;

import io.numaresources.topology.Verdict.Note;
import java.util.EnumSet;
import java.util.Set;

/** What an admitted pod does without. */
final class Notes {
    private Notes() {}

    static Set<Note> of(NumaNode node, PodShape shape, boolean fractional) {
        if (shape.podLevel().isPresent()) {
            return Set.of(Note.POD_LEVEL_RESOURCES);
        }
        if (shape.qos() != Qos.GUARANTEED) {
            return Set.of(Note.NOT_GUARANTEED);
        }
        var rules = node.rules();
        var notes = EnumSet.noneOf(Note.class);
        if (!rules.cpus().exclusive()) {
            notes.add(Note.SHARED_CPUS);
        } else if (fractional) {
            notes.add(Note.FRACTIONAL_CPUS);
        }
        if (!rules.pinnedMemory()) {
            notes.add(Note.SHARED_MEMORY);
        } else if (node.memoryGroups().isEmpty() && rules.policy() != AlignmentPolicy.SINGLE_NUMA_NODE) {
            notes.add(Note.MEMORY_GROUPS_ASSUMED);
        }
        return notes;
    }
}
