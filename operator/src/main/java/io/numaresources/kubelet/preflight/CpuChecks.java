package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.CpuManagerPolicy;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.PolicyOption;
import java.util.ArrayList;
import java.util.List;

/** P06 and P07: reserved CPUs. */
final class CpuChecks {
    private CpuChecks() {}

    /** cm/cpumanager/cpu_manager.go and policy_static.go. */
    static List<Violation> amount(Subject subject) {
        var found = new ArrayList<Violation>();
        var cpu = subject.wanted().cpu();
        if (cpu.policy() != CpuManagerPolicy.STATIC) {
            return found;
        }
        var reserved = cpu.reservedSystemCpus();
        var machine = subject.machine();
        int count = reserved.isEmpty() ? subject.wanted().reserved().both("cpu").wholeCpus() : reserved.size();
        int all = machine.cpus().size();
        if (count == 0) {
            found.add(Problem.NOTHING_RESERVED.found("neither reservedSystemCPUs nor an amount of cpu is set"));
        } else if (count >= all) {
            found.add(Problem.NOTHING_LEFT.found("%d of %d CPUs are reserved", count, all));
        }
        if (cpu.has(PolicyOption.FULL_PCPUS_ONLY)) {
            machine.cores().stream()
                    .filter(core -> split(core, reserved))
                    .findFirst()
                    .ifPresent(core -> found.add(
                            Problem.SPLIT_CORE.found("%s of core %s is reserved", core.intersect(reserved), core)));
        }
        if (!machine.uniformCores()) {
            var problem = cpu.has(PolicyOption.FULL_PCPUS_ONLY) ? Problem.MIXED_CORES : Problem.MIXED_CORES_PINNED;
            found.add(problem.found("cores with different numbers of CPUs"));
        }
        return found;
    }

    private static boolean split(CpuSet core, CpuSet reserved) {
        int part = core.intersect(reserved).size();
        return part > 0 && part < core.size();
    }

    /** cmd/kubelet/app/server.go, reservedSystemCPUs. */
    static List<Violation> set(Subject subject) {
        var found = new ArrayList<Violation>();
        var reserved = subject.wanted().cpu().reservedSystemCpus();
        if (reserved.isEmpty()) {
            return found;
        }
        var offline = reserved.minus(subject.machine().cpus());
        if (!offline.isEmpty()) {
            found.add(Problem.CPUS_NOT_ONLINE.found(
                    "%s of %s, online are %s",
                    offline, reserved, subject.machine().cpus()));
        }
        var isolated = reserved.intersect(subject.machine().isolated());
        if (!isolated.isEmpty()) {
            found.add(Problem.CPUS_ISOLATED.found("%s", isolated));
        }
        if (!subject.kubelet().reservedCgroups().isEmpty()) {
            found.add(Problem.RESERVED_CGROUPS.found(
                    "%s", String.join(", ", subject.kubelet().reservedCgroups())));
        }
        return found;
    }
}
