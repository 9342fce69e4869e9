package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.PolicyOption;
import io.numaresources.kubelet.TopologyManagerPolicy;
import java.util.ArrayList;
import java.util.List;

/** P03 to P05: topology manager and machine. */
final class TopologyChecks {
    private TopologyChecks() {}

    /** cm/cpumanager/policy_options.go, ValidateStaticPolicyOptions. */
    static List<Violation> socketAlignment(Subject subject) {
        var found = new ArrayList<Violation>();
        if (!subject.wanted().cpu().has(PolicyOption.ALIGN_BY_SOCKET)) {
            return found;
        }
        if (subject.wanted().topology().policy() == TopologyManagerPolicy.SINGLE_NUMA_NODE) {
            found.add(Problem.SOCKET_ALIGNMENT.found("align-by-socket is on, the policy is single-numa-node"));
        }
        int sockets = subject.machine().sockets();
        int zones = subject.machine().zones().size();
        if (sockets > zones) {
            found.add(Problem.SOCKETS_EXCEED_ZONES.found("%d sockets, %d NUMA nodes", sockets, zones));
        }
        return found;
    }

    /** cm/topologymanager/topology_manager.go: {@code unsupported on machines with more than %v NUMA Nodes}. */
    static List<Violation> zoneCount(Subject subject) {
        var topology = subject.wanted().topology();
        if (topology.policy() == TopologyManagerPolicy.NONE) {
            return List.of();
        }
        String option = topology.options().getOrDefault(PolicyOption.MAX_ALLOWABLE.key(), "");
        int most =
                PolicyOption.MAX_ALLOWABLE.accepts(option) ? Integer.parseInt(option) : PolicyOption.DEFAULT_MAX_ZONES;
        int zones = subject.machine().zones().size();
        return zones > most
                ? List.of(Problem.TOO_MANY_ZONES.found("%d NUMA nodes, %d accepted", zones, most))
                : List.of();
    }

    /** {@code error getting NUMA distances from cadvisor} (cm/topologymanager/numa_info.go). */
    static List<Violation> distances(Subject subject) {
        var topology = subject.wanted().topology();
        if (topology.policy() == TopologyManagerPolicy.NONE || !topology.has(PolicyOption.PREFER_CLOSEST)) {
            return List.of();
        }
        int zones = subject.machine().zones().size();
        var silent = subject.machine().zones().stream()
                .filter(zone -> zone.distances().size() != zones)
                .map(zone -> "node" + zone.id())
                .toList();
        return silent.isEmpty()
                ? List.of()
                : List.of(Problem.NO_DISTANCES.found(
                        "no distance to each of %d NUMA nodes in %s", zones, String.join(", ", silent)));
    }
}
