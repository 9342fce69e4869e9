package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.Layout;
import io.numaresources.kubelet.StateFile;
import io.numaresources.kubelet.StateFileMatrix;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A kubelet as it runs today.
 *
 * @param version its minor
 * @param layout how it is started and configured
 * @param flags names of its command-line flags without dashes; absent where it is no process of its own (k3s)
 * @param dropInDirectory whether there is a drop-in directory, or one can be added
 * @param otherDropIns files in that directory that aren't ours
 * @param inheritedOptions keys of policy options that files before ours set
 * @param reservedCgroups names of systemReservedCgroup and kubeReservedCgroup, those that are set
 * @param moves state files that have to be moved
 * @param unreadableState state files that are no valid checkpoint
 */
public record KubeletFacts(
        KubeletVersion version,
        Layout layout,
        Optional<Set<String>> flags,
        boolean dropInDirectory,
        List<DropInFile> otherDropIns,
        Set<String> inheritedOptions,
        List<String> reservedCgroups,
        List<StateFileMatrix.Move> moves,
        Set<StateFile> unreadableState) {
    public KubeletFacts {
        flags = flags.map(Set::copyOf);
        otherDropIns = List.copyOf(otherDropIns);
        inheritedOptions = Set.copyOf(inheritedOptions);
        reservedCgroups = List.copyOf(reservedCgroups);
        moves = List.copyOf(moves);
        unreadableState = Set.copyOf(unreadableState);
    }

    /**
     * Another file in the drop-in directory.
     *
     * @param name path below the directory
     * @param valid whether it parses and has apiVersion and kind
     * @param fields top-level fields it sets
     */
    public record DropInFile(String name, boolean valid, Set<String> fields) {
        public DropInFile {
            fields = Set.copyOf(fields);
        }
    }
}
