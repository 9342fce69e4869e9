package io.numaresources.openshift;

import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.fleet.ReportedMachine;
import io.numaresources.kubelet.ConfigurationPlan;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.Current;
import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.Layout;
import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.Quantity;
import io.numaresources.kubelet.Wish;
import io.numaresources.kubelet.preflight.HostFacts;
import io.numaresources.kubelet.preflight.KubeletFacts;
import io.numaresources.kubelet.preflight.OpenShiftFacts;
import io.numaresources.kubelet.preflight.Preflight;
import io.numaresources.kubelet.preflight.Problem;
import io.numaresources.kubelet.preflight.Subject;
import io.numaresources.kubelet.preflight.Surroundings;
import io.numaresources.kubelet.preflight.Violation;
import io.numaresources.kubelet.preflight.Workload;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One configuration for all nodes of a pool, and what speaks against it.
 *
 * @param kubelet spec.kubeletConfig
 * @param violations what the pre-flight checks found on any node, once each
 */
public record PoolPlan(Map<String, Object> kubelet, List<Violation> violations) {
    /** By how much the memory of two NUMA nodes may differ and still be that of the same kind of machine: firmware takes some. */
    private static final double TOLERANCE = 0.03;

    public PoolPlan {
        // in the order in which it is shown
        kubelet = Collections.unmodifiableMap(new LinkedHashMap<>(kubelet));
        violations = List.copyOf(violations);
    }

    /** A node whose hardware and configuration are known. */
    private record Known(String name, Machine machine, Current today, KubeletVersion version, NUMANodeStatus status) {
        static Known of(PoolMember member) {
            var status = member.inspected().orElseThrow();
            String version = member.node().state().kubeletVersion();
            return new Known(
                    member.name(),
                    ReportedMachine.of(status.hardware()),
                    Current.of(Configurations.map(status.live())),
                    KubeletVersion.parse(
                            version.isEmpty() ? String.valueOf(status.kubelet().version()) : version),
                    status);
        }
    }

    /** Whether it may be written. */
    public boolean passes() {
        return violations.stream().noneMatch(Violation::blocks);
    }

    /**
     * Plans for a pool.
     *
     * @param members its nodes, at least one, all inspected
     * @param around what else writes configuration of the pool
     * @param numaScheduler whether a NUMA-aware scheduler serves the cluster
     * @throws IllegalArgumentException where a node reports what can't be read
     */
    public static PoolPlan of(
            Wish wish, MachinePool pool, List<PoolMember> members, KubeletConfigs around, boolean numaScheduler) {
        var nodes = members.stream().map(Known::of).toList();
        // what fits the smallest machine fits the others
        var least = nodes.stream()
                .min(Comparator.comparing(node -> node.machine().memory()))
                .orElseThrow();
        var oldest = nodes.stream()
                .map(Known::version)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        var wanted = ConfigurationPlan.of(wish, least.machine(), today(nodes), oldest);
        var kubelet = Rendering.kubelet(wanted, thresholds(nodes));
        var facts = new OpenShiftFacts(
                pool.name(),
                around.others(pool),
                around.profiles(pool),
                true,
                false,
                explicit(kubelet),
                nodes.stream().allMatch(node -> alike(least.machine(), node.machine())));
        var violations = new LinkedHashSet<Violation>();
        if (!pool.namedAfterItsRole()) {
            violations.add(new Violation(Problem.POOL_NAME_NOT_ROLE, "pool " + pool.name()));
        }
        for (var node : nodes) {
            violations.addAll(
                    Preflight.of(subject(node, wanted, facts, numaScheduler)).violations());
        }
        return new PoolPlan(kubelet, List.copyOf(violations));
    }

    /** For people. */
    String text() {
        return kubelet.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining(" "));
    }

    /** The drop-in, the drain and the restart are the machine-config operator's, so that nothing of them is checked. */
    private static Subject subject(Known node, OwnedConfiguration wanted, OpenShiftFacts pool, boolean numaScheduler) {
        var host = Optional.ofNullable(node.status().host());
        return new Subject(
                wanted,
                node.machine(),
                new KubeletFacts(
                        node.version(),
                        Layout.CONFIG_DIR,
                        Optional.of(Set.of()),
                        true,
                        List.of(),
                        Set.of(),
                        List.of(),
                        List.of(),
                        Set.of()),
                new HostFacts(
                        Optional.empty(),
                        true,
                        true,
                        false,
                        0,
                        Long.MAX_VALUE,
                        Duration.ZERO,
                        false,
                        false,
                        host.map(io.numaresources.api.v1alpha1.HostFacts::cgroupVersion)
                                .orElse(2),
                        host.map(io.numaresources.api.v1alpha1.HostFacts::cpusetController)
                                .orElse(true)),
                new Workload(List.of(), Long.MAX_VALUE, Long.MAX_VALUE),
                new Surroundings(List.of(), false, numaScheduler),
                Optional.of(pool));
    }

    /** What is kept back on any of them. Auto-sizing keeps back more on a node with more memory. */
    private static Current today(List<Known> nodes) {
        var cpus = nodes.stream()
                .map(node -> node.today().reservedSystemCpus())
                .filter(set -> !set.isEmpty())
                .findFirst()
                .orElse(CpuSet.EMPTY);
        return new Current(
                cpus,
                new OwnedConfiguration.Reserved(
                        most(nodes.stream()
                                .map(node -> node.today().reserved().kube())
                                .toList()),
                        most(nodes.stream()
                                .map(node -> node.today().reserved().system())
                                .toList()),
                        new TreeMap<>(thresholds(nodes))));
    }

    private static SortedMap<String, Quantity> most(List<SortedMap<String, Quantity>> amounts) {
        var most = new TreeMap<String, Quantity>();
        amounts.forEach(node -> node.forEach((resource, amount) ->
                most.merge(resource, amount, (one, other) -> one.compareTo(other) >= 0 ? one : other)));
        return most;
    }

    private static Map<String, String> thresholds(List<Known> nodes) {
        return nodes.getFirst().today().reserved().evictionHard();
    }

    /** Naming systemReserved turns auto-sizing off, by which memory kept back would depend on the machine. */
    private static boolean explicit(Map<String, Object> kubelet) {
        return kubelet.get("systemReserved") instanceof Map<?, ?> amounts && amounts.containsKey("memory");
    }

    private static boolean alike(Machine one, Machine other) {
        if (one.zones().size() != other.zones().size()) {
            return false;
        }
        for (int i = 0; i < one.zones().size(); i++) {
            var here = one.zones().get(i);
            var there = other.zones().get(i);
            long larger = Math.max(here.memory(), there.memory());
            if (here.id() != there.id()
                    || !here.cores().equals(there.cores())
                    || Math.abs(here.memory() - there.memory()) > larger * TOLERANCE) {
                return false;
            }
        }
        return true;
    }
}
