package io.numaresources.kubelet.preflight;

import static io.numaresources.kubelet.preflight.Problem.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.kubelet.CpuManagerPolicy;
import io.numaresources.kubelet.Layout;
import io.numaresources.kubelet.Machines;
import io.numaresources.kubelet.StateFile;
import io.numaresources.kubelet.StateFileMatrix;
import io.numaresources.kubelet.TopologyManagerPolicy;
import io.numaresources.kubelet.Wishes;
import io.numaresources.kubelet.preflight.Workload.Kind;
import io.numaresources.kubelet.preflight.Workload.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** P09 to P19: passes, fails, boundary. */
class NodeChecksTest {
    private static final long FREE = 100 * Machines.GIB;

    static Stream<Arguments> cases() {
        return Stream.of(p09to11(), p12(), p13(), p14(), p15(), p16(), p17(), p18and19())
                .flatMap(cases -> cases);
    }

    private static Arguments row(Check check, String name, Subjects subject, Problem... expected) {
        return Arguments.of(check, name, subject.subject(), List.of(expected));
    }

    private static Stream<Arguments> p09to11() {
        return Stream.of(
                row(Check.P09, "no owned flag", Subjects.fine()),
                row(Check.P09, "kube-reserved (kubernetes #126584)", flags("config", "kube-reserved"), FLAGS_OVERRIDE),
                row(Check.P09, "two of them are one problem", flags("reserved-cpus", "eviction-hard"), FLAGS_OVERRIDE),
                row(Check.P09, "a flag that only begins alike", flags("eviction-hard-grace", "eviction-soft")),
                row(
                        Check.P09,
                        "k3s shows none",
                        Subjects.fine().layout(Layout.K3S, Optional.empty(), true),
                        FLAGS_UNKNOWN),
                row(Check.P10, "no other file", Subjects.fine()),
                row(
                        Check.P10,
                        "no directory",
                        Subjects.fine().layout(Layout.K3S, Optional.empty(), false),
                        NO_DROP_IN_DIRECTORY),
                row(Check.P10, "an earlier file", dropIn("40-nodeadm.conf", true, "reservedSystemCPUs")),
                row(Check.P10, "a later file", dropIn("99-mine.conf", true, "reservedSystemCPUs"), DROP_IN_LATER),
                row(Check.P10, "a later directory", dropIn("99-dir/10.conf", true, "evictionHard"), DROP_IN_LATER),
                row(Check.P10, "a later file with other fields", dropIn("99-mine.conf", true, "maxPods")),
                row(Check.P10, "the name just before", dropIn("90-numaresources.conE", true, "kubeReserved")),
                row(Check.P10, "empty file (kubernetes #124796)", dropIn("10-empty.conf", false), DROP_IN_BROKEN),
                row(Check.P11, "kubeadm", Subjects.fine()),
                row(
                        Check.P11,
                        "unknown",
                        Subjects.fine().layout(Layout.UNKNOWN, Optional.of(Set.of()), true),
                        LAYOUT_UNKNOWN),
                row(Check.P11, "managed", host(h -> h.managedBy = Optional.of("GKE")), MANAGED),
                row(Check.P11, "read-only", host(h -> h.writable = false), READ_ONLY));
    }

    private static Stream<Arguments> p12() {
        var move = new StateFileMatrix.Move(StateFile.CPU, "cpuManagerPolicy changes");
        return Stream.of(
                row(Check.P12, "nothing to move", Subjects.fine()),
                row(
                        Check.P12,
                        "policy changes (talos #7504)",
                        Subjects.fine().state(List.of(move), Set.of()),
                        STATE_MOVED),
                row(
                        Check.P12,
                        "damaged",
                        Subjects.fine().state(List.of(), Set.of(StateFile.CPU, StateFile.MEMORY)),
                        STATE_UNREADABLE,
                        STATE_UNREADABLE));
    }

    private static Pod pod(Kind kind, boolean exclusive, boolean budget, boolean storage) {
        return new Pod("a/b", kind, exclusive, budget, storage, 1000, Machines.GIB);
    }

    private static Stream<Arguments> p13() {
        return Stream.of(
                row(Check.P13, "no pods", Subjects.fine()),
                row(Check.P13, "replaced", pods(pod(Kind.REPLACED, true, false, false))),
                row(Check.P13, "bare", pods(pod(Kind.BARE, false, false, false)), BARE_PODS),
                row(Check.P13, "bare but left out", pods(pod(Kind.EXCLUDED, false, false, false))),
                row(
                        Check.P13,
                        "left out with CPUs of its own",
                        pods(pod(Kind.EXCLUDED, true, true, true)),
                        PINNED_PODS_STAY),
                row(
                        Check.P13,
                        "DaemonSet with CPUs of its own (kubernetes #118559)",
                        pods(pod(Kind.DAEMON, true, false, true)),
                        PINNED_PODS_STAY),
                row(Check.P13, "static pod", pods(pod(Kind.STATIC, false, false, true))),
                row(Check.P13, "budget", pods(pod(Kind.REPLACED, false, true, false)), BUDGET_EXHAUSTED),
                row(Check.P13, "emptyDir", pods(pod(Kind.REPLACED, false, false, true)), LOCAL_STORAGE));
    }

    private static Stream<Arguments> p14() {
        var replaced = new Pod("a/b", Kind.REPLACED, false, false, false, 2000, 4 * Machines.GIB);
        // 32 CPUs and 32 GiB less 4 CPUs and 1124Mi
        var fits = new Pod("a/d", Kind.DAEMON, false, false, false, 28_000, 32 * Machines.GIB - (1124L << 20));
        var exceeds = new Pod("a/d", Kind.DAEMON, false, false, false, 28_001, 0);
        var exceedsMemory = new Pod("a/d", Kind.DAEMON, false, false, false, 0, fits.memory() + 1);
        return Stream.of(
                row(Check.P14, "just enough elsewhere", Subjects.fine().workload(2000, 4 * Machines.GIB, replaced)),
                row(
                        Check.P14,
                        "too few CPUs elsewhere",
                        Subjects.fine().workload(1999, FREE, replaced),
                        NO_ROOM_ELSEWHERE),
                row(
                        Check.P14,
                        "too little memory elsewhere",
                        Subjects.fine().workload(2000, 1, replaced),
                        NO_ROOM_ELSEWHERE),
                row(Check.P14, "no pods, no room", Subjects.fine().workload(0, 0)),
                row(Check.P14, "just enough here", Subjects.fine().workload(0, 0, fits)),
                row(Check.P14, "too few CPUs here", Subjects.fine().workload(0, 0, exceeds), NO_ROOM_TO_RETURN),
                row(
                        Check.P14,
                        "too little memory here",
                        Subjects.fine().workload(0, 0, exceedsMemory),
                        NO_ROOM_TO_RETURN),
                row(
                        Check.P14,
                        "none reserves no CPU",
                        Subjects.fine()
                                .wanted(Wishes.plan(Wishes.none(), Subjects.TWO_SOCKETS))
                                .workload(0, 0, exceeds)));
    }

    private static Stream<Arguments> p15() {
        var kured = new Surroundings.Claim("kured", "annotation weave.works/kured-reboot-in-progress");
        var lease = new Surroundings.Claim("medik8s", "Lease medik8s-leases/node-a");
        return Stream.of(
                row(Check.P15, "nobody", Subjects.fine()),
                row(Check.P15, "kured", Subjects.fine().around(new Surroundings(List.of(kured), false, true)), CLAIMED),
                row(
                        Check.P15,
                        "two",
                        Subjects.fine().around(new Surroundings(List.of(kured, lease), false, true)),
                        CLAIMED,
                        CLAIMED),
                row(
                        Check.P15,
                        "health check",
                        Subjects.fine().around(new Surroundings(List.of(), true, true)),
                        REPLACED_WHEN_UNHEALTHY));
    }

    private static Stream<Arguments> p16() {
        var none = List.<String>of();
        var fine = new OpenShiftFacts("worker", none, none, true, false, true, true);
        var implicit = new OpenShiftFacts("worker", none, none, true, false, false, true);
        return Stream.of(
                row(Check.P16, "no OpenShift", Subjects.fine()),
                row(Check.P16, "pool in order", Subjects.fine().openShift(fine)),
                row(
                        Check.P16,
                        "another KubeletConfig (openshift-docs #118856)",
                        pool(List.of("other"), none, true, false, true),
                        OTHER_KUBELET_CONFIG),
                row(Check.P16, "profile", pool(none, List.of("perf"), true, false, true), PERFORMANCE_PROFILE),
                row(Check.P16, "paused", pool(none, none, true, true, true), POOL_PAUSED),
                row(Check.P16, "updating", pool(none, none, false, false, true), POOL_UNSETTLED),
                row(Check.P16, "unlike nodes", pool(none, none, true, false, false), NODES_UNLIKE),
                row(Check.P16, "systemReserved left out", Subjects.fine().openShift(implicit), RESERVED_IMPLICIT),
                row(
                        Check.P16,
                        "systemReserved left out without Static",
                        Subjects.fine()
                                .wanted(Wishes.plan(Wishes.none(), Subjects.TWO_SOCKETS))
                                .openShift(implicit)),
                row(
                        Check.P16,
                        "alpha gate",
                        Subjects.fine()
                                .gates(Map.of("CPUManagerPolicyAlphaOptions", true))
                                .openShift(fine),
                        GATES_ON_OPENSHIFT),
                row(
                        Check.P16,
                        "strict reservation",
                        Subjects.fine().options("strict-cpu-reservation").openShift(fine),
                        STRICT_ON_OPENSHIFT));
    }

    private static Stream<Arguments> p17() {
        return Stream.of(
                row(Check.P17, "in order", Subjects.fine()),
                row(Check.P17, "five seconds", host(h -> h.skew = Duration.ofSeconds(-5))),
                row(Check.P17, "more than five", host(h -> h.skew = Duration.ofMillis(-5001)), CLOCK_SKEW),
                row(Check.P17, "just enough space", host(h -> h.free = HostChecks.LEAST_FREE)),
                row(Check.P17, "a byte too little", host(h -> h.free = HostChecks.LEAST_FREE - 1), NO_SPACE),
                row(Check.P17, "no bus", host(h -> h.bus = false), NO_SYSTEMD),
                row(Check.P17, "unit failed", host(h -> h.failed = true), UNIT_FAILED),
                row(Check.P17, "one restart", host(h -> h.restarts = 1), UNIT_RESTARTING),
                row(Check.P17, "reboot pending", host(h -> h.reboot = true), REBOOT_PENDING),
                row(Check.P17, "reload pending", host(h -> h.reload = true), RELOAD_PENDING));
    }

    private static Stream<Arguments> p18and19() {
        var unaware = new Surroundings(List.of(), false, false);
        return Stream.of(
                row(Check.P18, "version 2", Subjects.fine()),
                row(Check.P18, "version 1 at 1.34", host(h -> h.cgroup = 1), CGROUP_V1_ENDS),
                row(
                        Check.P18,
                        "version 1 at 1.35",
                        new Subjects(host(h -> h.cgroup = 1).subject()).version("1.35"),
                        CGROUP_V1),
                row(Check.P18, "no cpuset", host(h -> h.cpuset = false), NO_CPUSET),
                row(
                        Check.P18,
                        "no cpuset, none needed",
                        new Subjects(host(h -> h.cpuset = false).subject()).cpu(CpuManagerPolicy.NONE, Map.of(), "")),
                row(Check.P19, "aware", Subjects.fine()),
                row(Check.P19, "unaware (kubernetes #84869)", Subjects.fine().around(unaware), NO_NUMA_SCHEDULER),
                row(
                        Check.P19,
                        "unaware with restricted",
                        Subjects.fine()
                                .topology(TopologyManagerPolicy.RESTRICTED, Map.of())
                                .around(unaware),
                        NO_NUMA_SCHEDULER),
                row(
                        Check.P19,
                        "unaware with best-effort",
                        Subjects.fine()
                                .topology(TopologyManagerPolicy.BEST_EFFORT, Map.of())
                                .around(unaware)));
    }

    private static Subjects flags(String... flags) {
        return Subjects.fine().layout(Layout.KUBEADM, Optional.of(Set.of(flags)), true);
    }

    private static Subjects dropIn(String name, boolean valid, String... fields) {
        return Subjects.fine().dropIns(new KubeletFacts.DropInFile(name, valid, Set.of(fields)));
    }

    private static Subjects pods(Pod... pods) {
        return Subjects.fine().workload(100_000, FREE, pods);
    }

    private static Subjects pool(
            List<String> configs, List<String> profiles, boolean settled, boolean paused, boolean alike) {
        return Subjects.fine().openShift(new OpenShiftFacts("worker", configs, profiles, settled, paused, true, alike));
    }

    /** Facts of a host, one of which a case changes. */
    private static final class Host {
        Optional<String> managedBy = Optional.empty();
        boolean writable = true;
        boolean bus = true;
        boolean failed;
        int restarts;
        long free = 1L << 30;
        Duration skew = Duration.ZERO;
        boolean reboot;
        boolean reload;
        int cgroup = 2;
        boolean cpuset = true;
    }

    private static Subjects host(java.util.function.Consumer<Host> change) {
        var host = new Host();
        change.accept(host);
        return Subjects.fine()
                .host(new HostFacts(
                        host.managedBy,
                        host.writable,
                        host.bus,
                        host.failed,
                        host.restarts,
                        host.free,
                        host.skew,
                        host.reboot,
                        host.reload,
                        host.cgroup,
                        host.cpuset));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("cases")
    void finds(Check check, String name, Subject subject, List<Problem> expected) {
        assertThat(check.apply(subject)).as(name).extracting(Violation::problem).containsExactlyElementsOf(expected);
        assertThat(expected).extracting(Problem::id).allMatch(check.name()::equals);
    }

    @Test
    void waitsForAnotherToolButNotForAPerson() {
        var claim = new Surroundings(List.of(new Surroundings.Claim("kured", "lock")), false, true);
        var busy = Subjects.fine().around(claim);
        assertThat(Preflight.of(busy.subject()).passed()).isFalse();
        assertThat(Preflight.of(busy.subject()).waits()).isTrue();
        assertThat(Preflight.of(busy.reservedCpus("").subject()).waits()).isFalse();
        assertThat(Preflight.of(Subjects.fine().subject()).waits()).isFalse();
    }

    @Test
    void namesNoMoreThanFivePods() {
        var pods = IntStream.range(0, 7)
                .mapToObj(number -> new Pod("a/" + number, Kind.BARE, false, false, false, 0, 0))
                .toArray(Pod[]::new);
        assertThat(Check.P13.apply(pods(pods).subject()).getFirst().detail())
                .isEqualTo("a/0, a/1, a/2, a/3, a/4 and 2 more");
    }
}
