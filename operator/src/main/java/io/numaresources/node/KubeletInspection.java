package io.numaresources.node;

import io.numaresources.api.v1alpha1.DropInFacts;
import io.numaresources.api.v1alpha1.KubeletFacts;
import io.numaresources.api.v1alpha1.StateFileFacts;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.Layout;
import io.numaresources.kubelet.OwnedFields;
import io.numaresources.kubelet.StateFile;
import io.numaresources.kubelet.StateFileMatrix;
import io.numaresources.kubelet.preflight.KubeletFacts.DropInFile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A kubelet as its node's files show it.
 *
 * @param process the process; absent where none runs
 * @param placement how it is started and where the drop-in goes
 * @param rootDirectory its root directory
 * @param otherDropIns files in the drop-in directory that aren't ours
 * @param inheritedOptions keys of policy options that files before ours set
 * @param reservedCgroups reserved cgroups that are set
 * @param states what the state files say; absent entries are files that aren't there
 * @param unreadable state files that are no checkpoint
 */
public record KubeletInspection(
        Optional<KubeletProcess> process,
        Placement placement,
        String rootDirectory,
        List<DropInFile> otherDropIns,
        Set<String> inheritedOptions,
        List<String> reservedCgroups,
        Map<StateFile, StateSummary> states,
        Set<StateFile> unreadable) {
    /** An empty text would be left out. */
    private static final String NO_CPU = "none";

    public KubeletInspection {
        otherDropIns = List.copyOf(otherDropIns);
        inheritedOptions = Set.copyOf(inheritedOptions);
        reservedCgroups = List.copyOf(reservedCgroups);
        states = Map.copyOf(states);
        unreadable = Set.copyOf(unreadable);
    }

    /**
     * What a state file says.
     *
     * @param policy name of the policy that wrote it
     * @param defaultCpuSet CPUs that nobody has for itself; empty in memory_manager_state
     */
    public record StateSummary(String policy, String defaultCpuSet) {}

    /** Names of the kubelet's own flags; absent where its process has those of k3s. */
    public Optional<Set<String>> flags() {
        return process.filter(found -> found.program().equals("kubelet"))
                .map(found -> found.flags().keySet());
    }

    /**
     * As it stands in the status of a NUMANode.
     *
     * @param version of the kubelet
     * @param unit the unit that runs it
     * @param allocatable CPUs that it may give to pods; absent where it didn't tell
     */
    public KubeletFacts facts(String version, Optional<UnitState> unit, Optional<CpuSet> allocatable) {
        var overriding = new TreeSet<>(flags().orElse(Set.of()));
        overriding.retainAll(OwnedFields.FLAGS);
        return new KubeletFacts(
                version,
                placement.layout().value(),
                placement.directory().orElse(null),
                List.copyOf(overriding),
                rootDirectory,
                flags().isPresent(),
                otherDropIns.stream()
                        .map(file -> new DropInFacts(
                                file.name(),
                                file.valid(),
                                file.fields().stream().sorted().toList()))
                        .toList(),
                inheritedOptions.stream().sorted().toList(),
                reservedCgroups,
                stateFacts(),
                placement.unit().orElse(null),
                unit.map(UnitState::started).orElse(null),
                unit.map(UnitState::restarts).orElse(null),
                allocatable
                        .map(cpus -> cpus.isEmpty() ? NO_CPU : cpus.toString())
                        .orElse(null));
    }

    private List<StateFileFacts> stateFacts() {
        return Arrays.stream(StateFile.values())
                .filter(file -> states.containsKey(file) || unreadable.contains(file))
                .map(file -> {
                    var state = states.get(file);
                    return state == null
                            ? new StateFileFacts(file.fileName(), false, null, null)
                            : new StateFileFacts(file.fileName(), true, state.policy(), state.defaultCpuSet());
                })
                .toList();
    }

    /** As pre-flight wants it. */
    public io.numaresources.kubelet.preflight.KubeletFacts preflightFacts(
            KubeletVersion version, List<StateFileMatrix.Move> moves) {
        boolean ranchers = placement.layout() == Layout.K3S || placement.layout() == Layout.RKE2;
        return new io.numaresources.kubelet.preflight.KubeletFacts(
                version,
                placement.layout(),
                flags(),
                placement.directory().isPresent() && (!ranchers || version.atLeast(KubeletVersion.NULL_REMOVES)),
                otherDropIns,
                inheritedOptions,
                reservedCgroups,
                moves,
                unreadable);
    }
}
