package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.CpuManagerPolicy;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.Layout;
import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.Machines;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.Quantity;
import io.numaresources.kubelet.StateFileMatrix;
import io.numaresources.kubelet.TopologyManagerPolicy;
import io.numaresources.kubelet.Wish;
import io.numaresources.kubelet.Wishes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A node that passes everything, with one thing changed at a time. */
record Subjects(Subject subject) {
    static final Machine TWO_SOCKETS = Machines.of(2, 2, 8, 2);

    static Subjects fine() {
        return on(TWO_SOCKETS);
    }

    static Subjects on(Machine machine) {
        return new Subjects(new Subject(
                Wishes.plan(
                        Wishes.with(new Wish.Cpus.PerZone(1), Optional.of(Quantity.parse("1Gi")), Map.of()), machine),
                machine,
                new KubeletFacts(
                        new KubeletVersion(1, 34),
                        Layout.KUBEADM,
                        Optional.of(Set.of("config", "kubeconfig", "node-ip")),
                        true,
                        List.of(),
                        Set.of(),
                        List.of(),
                        List.of(),
                        Set.of()),
                new HostFacts(Optional.empty(), true, true, false, 0, 1L << 30, Duration.ZERO, false, false, 2, true),
                new Workload(List.of(), 100_000, 100 * Machines.GIB),
                new Surroundings(List.of(), false, true),
                Optional.empty()));
    }

    Subjects wanted(OwnedConfiguration wanted) {
        return new Subjects(new Subject(
                wanted,
                subject.machine(),
                subject.kubelet(),
                subject.host(),
                subject.workload(),
                subject.surroundings(),
                subject.openShift()));
    }

    Subjects cpu(CpuManagerPolicy policy, Map<String, String> options, String reserved) {
        var wanted = subject.wanted();
        return wanted(new OwnedConfiguration(
                new OwnedConfiguration.Cpu(
                        policy, new TreeMap<>(options), Duration.ofSeconds(10), CpuSet.parse(reserved)),
                wanted.memory(),
                wanted.topology(),
                wanted.reserved(),
                wanted.featureGates()));
    }

    Subjects options(String... keys) {
        var options = new TreeMap<String, String>();
        List.of(keys).forEach(key -> options.put(key, "true"));
        return cpu(
                CpuManagerPolicy.STATIC,
                options,
                subject.wanted().cpu().reservedSystemCpus().toString());
    }

    Subjects reservedCpus(String set, String... options) {
        return options(options)
                .cpu(
                        CpuManagerPolicy.STATIC,
                        options(options).subject.wanted().cpu().options(),
                        set);
    }

    Subjects topology(TopologyManagerPolicy policy, Map<String, String> options) {
        var wanted = subject.wanted();
        return wanted(new OwnedConfiguration(
                wanted.cpu(),
                wanted.memory(),
                Wishes.topology(policy, options),
                wanted.reserved(),
                wanted.featureGates()));
    }

    Subjects gates(Map<String, Boolean> gates) {
        var wanted = subject.wanted();
        return wanted(new OwnedConfiguration(
                wanted.cpu(), wanted.memory(), wanted.topology(), wanted.reserved(), new TreeMap<>(gates)));
    }

    Subjects memory(SortedMap<Integer, SortedMap<String, Quantity>> reserved) {
        var wanted = subject.wanted();
        return wanted(new OwnedConfiguration(
                wanted.cpu(),
                new OwnedConfiguration.Memory(wanted.memory().policy(), reserved),
                wanted.topology(),
                wanted.reserved(),
                wanted.featureGates()));
    }

    Subjects reserved(OwnedConfiguration.Reserved reserved) {
        var wanted = subject.wanted();
        return wanted(new OwnedConfiguration(
                wanted.cpu(), wanted.memory(), wanted.topology(), reserved, wanted.featureGates()));
    }

    Subjects machine(Machine machine) {
        return new Subjects(new Subject(
                subject.wanted(),
                machine,
                subject.kubelet(),
                subject.host(),
                subject.workload(),
                subject.surroundings(),
                subject.openShift()));
    }

    Subjects kubelet(KubeletFacts facts) {
        return new Subjects(new Subject(
                subject.wanted(),
                subject.machine(),
                facts,
                subject.host(),
                subject.workload(),
                subject.surroundings(),
                subject.openShift()));
    }

    Subjects version(String version) {
        var old = subject.kubelet();
        return kubelet(new KubeletFacts(
                KubeletVersion.parse(version),
                old.layout(),
                old.flags(),
                old.dropInDirectory(),
                old.otherDropIns(),
                old.inheritedOptions(),
                old.reservedCgroups(),
                old.moves(),
                old.unreadableState()));
    }

    Subjects inherited(String... keys) {
        var old = subject.kubelet();
        return kubelet(new KubeletFacts(
                old.version(),
                old.layout(),
                old.flags(),
                old.dropInDirectory(),
                old.otherDropIns(),
                Set.of(keys),
                old.reservedCgroups(),
                old.moves(),
                old.unreadableState()));
    }

    Subjects layout(Layout layout, Optional<Set<String>> flags, boolean directory) {
        var old = subject.kubelet();
        return kubelet(new KubeletFacts(
                old.version(),
                layout,
                flags,
                directory,
                old.otherDropIns(),
                old.inheritedOptions(),
                old.reservedCgroups(),
                old.moves(),
                old.unreadableState()));
    }

    Subjects dropIns(KubeletFacts.DropInFile... files) {
        var old = subject.kubelet();
        return kubelet(new KubeletFacts(
                old.version(),
                old.layout(),
                old.flags(),
                old.dropInDirectory(),
                List.of(files),
                old.inheritedOptions(),
                old.reservedCgroups(),
                old.moves(),
                old.unreadableState()));
    }

    Subjects cgroupsReserved(String... names) {
        var old = subject.kubelet();
        return kubelet(new KubeletFacts(
                old.version(),
                old.layout(),
                old.flags(),
                old.dropInDirectory(),
                old.otherDropIns(),
                old.inheritedOptions(),
                List.of(names),
                old.moves(),
                old.unreadableState()));
    }

    Subjects state(List<StateFileMatrix.Move> moves, Set<io.numaresources.kubelet.StateFile> unreadable) {
        var old = subject.kubelet();
        return kubelet(new KubeletFacts(
                old.version(),
                old.layout(),
                old.flags(),
                old.dropInDirectory(),
                old.otherDropIns(),
                old.inheritedOptions(),
                old.reservedCgroups(),
                moves,
                unreadable));
    }

    Subjects host(HostFacts host) {
        return new Subjects(new Subject(
                subject.wanted(),
                subject.machine(),
                subject.kubelet(),
                host,
                subject.workload(),
                subject.surroundings(),
                subject.openShift()));
    }

    Subjects workload(long freeCpuMillis, long freeMemory, Workload.Pod... pods) {
        return new Subjects(new Subject(
                subject.wanted(),
                subject.machine(),
                subject.kubelet(),
                subject.host(),
                new Workload(List.of(pods), freeCpuMillis, freeMemory),
                subject.surroundings(),
                subject.openShift()));
    }

    Subjects around(Surroundings surroundings) {
        return new Subjects(new Subject(
                subject.wanted(),
                subject.machine(),
                subject.kubelet(),
                subject.host(),
                subject.workload(),
                surroundings,
                subject.openShift()));
    }

    Subjects openShift(OpenShiftFacts pool) {
        return new Subjects(new Subject(
                subject.wanted(),
                subject.machine(),
                subject.kubelet(),
                subject.host(),
                subject.workload(),
                subject.surroundings(),
                Optional.of(pool)));
    }
}
