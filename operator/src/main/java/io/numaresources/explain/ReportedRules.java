package io.numaresources.explain;

import io.numaresources.api.v1alpha1.CpuPolicy;
import io.numaresources.api.v1alpha1.HardwareFacts;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.api.v1alpha1.MemoryPolicy;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.topology.CpuRules;
import io.numaresources.topology.KubeletRules;
import io.numaresources.topology.Zone;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** What a NUMANode adds to a topology: options of the managers where the kubelet runs them, threads of a core, sockets. */
final class ReportedRules {
    private static final Map<String, CpuRules.Option> OPTIONS = Map.of(
            "full-pcpus-only", CpuRules.Option.FULL_PCPUS_ONLY,
            "align-by-socket", CpuRules.Option.ALIGN_BY_SOCKET,
            "distribute-cpus-across-numa", CpuRules.Option.DISTRIBUTE_CPUS_ACROSS_NUMA,
            "distribute-cpus-across-cores", CpuRules.Option.DISTRIBUTE_CPUS_ACROSS_CORES,
            "prefer-align-cpus-by-uncorecache", CpuRules.Option.PREFER_ALIGN_CPUS_BY_UNCORECACHE);
    private static final String CLOSEST = "prefer-closest-numa-nodes";

    private ReportedRules() {}

    /** The published rules, with the configuration that the kubelet is known to run; one it doesn't run yet says nothing. */
    static KubeletRules of(NUMANode report, KubeletRules published) {
        var status = report.getStatus();
        var wanted = report.getSpec() == null ? null : report.getSpec().kubelet();
        int threads = Optional.ofNullable(status)
                .map(known -> known.hardware())
                .map(ReportedRules::threadsPerCore)
                .orElse(0);
        if (wanted == null || status == null || !status.configured()) {
            var cpus = published.cpus();
            return new KubeletRules(
                    published.policy(),
                    published.scope(),
                    published.closestZones(),
                    new CpuRules(cpus.exclusive(), cpus.options(), threads, cpus.strandedThreads()),
                    published.pinnedMemory());
        }
        return new KubeletRules(
                published.policy(),
                published.scope(),
                on(wanted.topologyManagerPolicyOptions(), CLOSEST),
                new CpuRules(wanted.cpuManagerPolicy() != CpuPolicy.NONE, options(wanted), threads, 0),
                wanted.memoryManagerPolicy() != MemoryPolicy.NONE);
    }

    /** Sockets are told only where each zone is one, or all are on one: which zones share a socket isn't reported. */
    static List<Zone> sockets(NUMANode report, List<Zone> zones) {
        var hardware = report.getStatus() == null ? null : report.getStatus().hardware();
        var sockets = hardware == null ? null : hardware.sockets();
        if (sockets == null || sockets != 1 && sockets != zones.size()) {
            return zones;
        }
        return zones.stream()
                .map(zone -> new Zone(
                        zone.id(),
                        zone.capacity(),
                        zone.allocatable(),
                        zone.available(),
                        zone.costs(),
                        OptionalInt.of(sockets == 1 ? 0 : zone.id())))
                .toList();
    }

    private static int threadsPerCore(HardwareFacts hardware) {
        var cores = hardware.cores();
        var threads = hardware.threads();
        return cores == null || threads == null || cores == 0 || threads % cores != 0 ? 0 : threads / cores;
    }

    private static Set<CpuRules.Option> options(KubeletConfiguration wanted) {
        return OPTIONS.entrySet().stream()
                .filter(option -> on(wanted.cpuManagerPolicyOptions(), option.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean on(Map<String, String> options, String name) {
        return "true".equals(options.get(name));
    }
}
