package io.numaresources.fleet;

import io.numaresources.api.v1alpha1.HostFacts;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.api.v1alpha1.StateFileFacts;
import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.Layout;
import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.NormalForm;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.StateFile;
import io.numaresources.kubelet.StateFileMatrix;
import io.numaresources.kubelet.preflight.KubeletFacts;
import io.numaresources.kubelet.preflight.Subject;
import io.numaresources.kubelet.preflight.Surroundings;
import io.numaresources.kubelet.preflight.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A node as its agent read it, in the words of the pre-flight checks. What an agent can't see counts as in order: its own steps fail before
 * anything is changed.
 */
record Inspected(NUMANodeStatus status, KubeletVersion version, Optional<String> managedBy) {

    Subject subject(
            OwnedConfiguration wanted,
            Machine machine,
            Map<String, Object> live,
            Workload workload,
            Surroundings surroundings) {
        return new Subject(
                wanted,
                machine,
                kubelet(wanted, live),
                host(Optional.ofNullable(status.host())),
                workload,
                surroundings,
                Optional.empty());
    }

    private KubeletFacts kubelet(OwnedConfiguration wanted, Map<String, Object> live) {
        var read = status.kubelet();
        var layout = Layout.parse(read.startedBy() == null ? "" : read.startedBy());
        boolean ranchers = layout == Layout.K3S || layout == Layout.RKE2;
        return new KubeletFacts(
                version,
                layout,
                Boolean.FALSE.equals(read.flagsKnown())
                        ? Optional.empty()
                        : Optional.of(Set.copyOf(read.overridingFlags())),
                // k3s and RKE2 read theirs from 1.32 on
                read.dropInDirectory() != null && (!ranchers || version.atLeast(KubeletVersion.NULL_REMOVES)),
                read.otherDropIns().stream()
                        .map(file -> new KubeletFacts.DropInFile(file.name(), file.valid(), Set.copyOf(file.fields())))
                        .toList(),
                Set.copyOf(read.inheritedOptions()),
                read.reservedCgroups(),
                moves(wanted, live),
                Arrays.stream(StateFile.values())
                        .filter(file -> unreadable(file, read.stateFiles()))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private List<StateFileMatrix.Move> moves(OwnedConfiguration wanted, Map<String, Object> live) {
        var wrote = status.kubelet().version();
        return StateFileMatrix.moves(new StateFileMatrix.Start(
                NormalForm.of(live, wanted),
                NormalForm.of(wanted),
                wrote == null ? version : KubeletVersion.parse(wrote),
                version,
                false,
                false));
    }

    private static boolean unreadable(StateFile file, List<StateFileFacts> files) {
        return files.stream().anyMatch(read -> read.name().equals(file.fileName()) && !read.readable());
    }

    private io.numaresources.kubelet.preflight.HostFacts host(Optional<HostFacts> read) {
        return new io.numaresources.kubelet.preflight.HostFacts(
                managedBy,
                read.map(HostFacts::writable).orElse(true),
                read.map(HostFacts::systemBus).orElse(true),
                read.map(HostFacts::unitFailed).orElse(false),
                read.map(HostFacts::recentRestarts).orElse(0),
                read.map(HostFacts::freeBytes).orElse(Long.MAX_VALUE),
                Duration.ofMillis(read.map(HostFacts::clockSkewMillis).orElse(0L)),
                read.map(HostFacts::rebootPending).orElse(false),
                read.map(HostFacts::reloadPending).orElse(false),
                read.map(HostFacts::cgroupVersion).orElse(2),
                read.map(HostFacts::cpusetController).orElse(true));
    }
}
