package io.numaresources.kubelet.preflight;

import static io.numaresources.kubelet.preflight.Problem.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.kubelet.CpuManagerPolicy;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.Layout;
import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.Machines;
import io.numaresources.kubelet.Quantity;
import io.numaresources.kubelet.StateFile;
import io.numaresources.kubelet.StateFileMatrix;
import io.numaresources.kubelet.TopologyManagerPolicy;
import io.numaresources.kubelet.preflight.Workload.Kind;
import io.numaresources.kubelet.preflight.Workload.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What stopped kubelets or pods in public reports and is refused, or warned of, before a node is touched (docs/traps.md). */
class PreflightTrapsTest {
    private static void found(Subjects subject, Check check, Problem... problems) {
        assertThat(check.apply(subject.subject()))
                .extracting(Violation::problem)
                .containsExactly(problems);
        assertThat(Preflight.of(subject.subject()).violations())
                .extracting(Violation::problem)
                .contains(problems);
    }

    @Test
    void eksanywhere8984AGateThatTheKubeletNoLongerKnows() {
        found(Subjects.fine().gates(Map.of("TopologyManager", true)), Check.P01, GATE_REFUSED);
    }

    @Test
    void kubernetes124144MoreThanEightNumaNodes() {
        found(Subjects.on(Machines.of(2, 9, 4, 1)), Check.P04, TOO_MANY_ZONES);
    }

    /** Also lokomotive #1337, #1578. */
    @Test
    void kubernetes70161StaticPolicyWithoutReservedCpus() {
        found(Subjects.fine().reservedCpus(""), Check.P06, NOTHING_RESERVED);
    }

    /** Exclusive pods could then take what is left, and a kubelet doesn't start without a shared CPU. */
    @Test
    void kubernetes141196NoCpuIsLeftForPods() {
        found(Subjects.fine().reservedCpus("0-31"), Check.P06, NOTHING_LEFT);
    }

    @Test
    void kubernetes140495PerformanceAndEfficiencyCores() {
        var cores = new ArrayList<>(Machines.of(1, 1, 4, 2).zones().getFirst().cores());
        cores.add(CpuSet.of(8));
        var hybrid = new Machine(
                1, List.of(new Machine.Zone(0, cores, 16 * Machines.GIB, new TreeMap<>(), List.of(10))), CpuSet.EMPTY);

        found(Subjects.fine().machine(hybrid).reservedCpus("0,4"), Check.P06, MIXED_CORES_PINNED);
        found(Subjects.fine().machine(hybrid).reservedCpus("0,4", "full-pcpus-only"), Check.P06, MIXED_CORES);
    }

    @Test
    void kubernetes98121AReservedCpuIsOffline() {
        found(Subjects.fine().reservedCpus("31-32"), Check.P07, CPUS_NOT_ONLINE);
    }

    /** Also amazon-eks-ami #2794: nodeadm sets both cgroups. */
    @Test
    void amazoneksami1334ReservedCpusBesideReservedCgroups() {
        found(Subjects.fine().cgroupsReserved("/system", "/runtime"), Check.P07, RESERVED_CGROUPS);
    }

    @Test
    void numaresourcesoperator80ReservedMemoryIsNotWhatNodeAllocatableLeavesOut() {
        var memory = new TreeMap<>(Map.of(0, new TreeMap<>(Map.of("memory", Quantity.parse("1Gi")))));

        found(Subjects.fine().memory(new TreeMap<>(memory)), Check.P08, MEMORY_UNEQUAL);
    }

    @Test
    void kubernetes126584AFlagReplacesAMapOfTheFile() {
        found(
                Subjects.fine().layout(Layout.KUBEADM, Optional.of(Set.of("config", "kube-reserved")), true),
                Check.P09,
                FLAGS_OVERRIDE);
    }

    @Test
    void kubernetes124796ADropInThatIsEmpty() {
        found(
                Subjects.fine().dropIns(new KubeletFacts.DropInFile("10-empty.conf", false, Set.of())),
                Check.P10,
                DROP_IN_BROKEN);
    }

    /** KEP-3983: before 1.32 a drop-in can't remove an option that a file before it set, and policy none accepts none. */
    @Test
    void kep3983AnInheritedOptionThatOlderKubeletsCanNotForget() {
        found(
                Subjects.fine().version("1.31").inherited("full-pcpus-only").cpu(CpuManagerPolicy.NONE, Map.of(), ""),
                Check.P02,
                OPTION_INHERITED);
    }

    @Test
    void talos7504AStateFileOfAnotherPolicyIsAnnounced() {
        var move = new StateFileMatrix.Move(StateFile.CPU, "cpuManagerPolicy changes");

        found(Subjects.fine().state(List.of(move), Set.of()), Check.P12, STATE_MOVED);
    }

    /** Also kubernetes #118559, #125579, #133382, #138446: what stays on the node is given CPUs and devices anew, or rejected. */
    @Test
    void kubernetes129078PodsWithCpusOfTheirOwnStayOnTheNode() {
        var daemon = new Pod("a/b", Kind.DAEMON, true, false, false, 1000, Machines.GIB);

        found(Subjects.fine().workload(100_000, 100 * Machines.GIB, daemon), Check.P13, PINNED_PODS_STAY);
    }

    @Test
    void kubernetes84869AKubeletThatRejectsPodsWithoutASchedulerThatKnows() {
        for (var policy : List.of(TopologyManagerPolicy.RESTRICTED, TopologyManagerPolicy.SINGLE_NUMA_NODE)) {
            found(
                    Subjects.fine().topology(policy, Map.of()).around(new Surroundings(List.of(), false, false)),
                    Check.P19,
                    NO_NUMA_SCHEDULER);
        }
    }

    /** Read in OpenShift's kubelet, not seen: its static policy counts the reserved CPUs otherwise than upstream's. */
    @Test
    void strictReservationOnOpenShiftIsWarnedOf() {
        var pool = new OpenShiftFacts("worker", List.of(), List.of(), true, false, true, true);

        found(Subjects.fine().options("strict-cpu-reservation").openShift(pool), Check.P16, STRICT_ON_OPENSHIFT);
    }

    /** machine-config-operator #5390: from 4.21 on what is reserved depends on the memory of each machine. */
    @Test
    void machineconfigoperator5390AutoSizingIsNotLeftOn() {
        var pool = new OpenShiftFacts("worker", List.of(), List.of(), true, false, false, true);

        found(Subjects.fine().openShift(pool), Check.P16, RESERVED_IMPLICIT);
    }
}
