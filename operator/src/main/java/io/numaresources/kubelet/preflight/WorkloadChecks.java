package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.CpuManagerPolicy;
import io.numaresources.kubelet.Quantity;
import io.numaresources.kubelet.preflight.Workload.Kind;
import io.numaresources.kubelet.preflight.Workload.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** P12 to P14: what runs on the node. */
final class WorkloadChecks {
    private static final int SHOWN = 5;

    private WorkloadChecks() {}

    static List<Violation> stateFiles(Subject subject) {
        var found = new ArrayList<Violation>();
        for (var move : subject.kubelet().moves()) {
            found.add(Problem.STATE_MOVED.found("%s: %s", move.file().fileName(), move.why()));
        }
        subject.kubelet().unreadableState().stream()
                .sorted()
                .forEach(file -> found.add(Problem.STATE_UNREADABLE.found("%s", file.fileName())));
        return found;
    }

    static List<Violation> drain(Subject subject) {
        var found = new ArrayList<Violation>();
        var workload = subject.workload();
        add(found, Problem.BARE_PODS, workload.where(pod -> pod.kind() == Kind.BARE));
        add(found, Problem.PINNED_PODS_STAY, workload.where(pod -> pod.stays() && pod.exclusive()));
        add(found, Problem.BUDGET_EXHAUSTED, workload.where(pod -> !pod.stays() && pod.blockedByBudget()));
        add(found, Problem.LOCAL_STORAGE, workload.where(pod -> !pod.stays() && pod.localStorage()));
        return found;
    }

    private static void add(List<Violation> found, Problem problem, List<Pod> pods) {
        if (!pods.isEmpty()) {
            String names = pods.stream().map(Pod::name).sorted().limit(SHOWN).collect(Collectors.joining(", "));
            found.add(problem.found(
                    "%s", pods.size() > SHOWN ? names + " and " + (pods.size() - SHOWN) + " more" : names));
        }
    }

    static List<Violation> room(Subject subject) {
        var found = new ArrayList<Violation>();
        var workload = subject.workload();
        var leaving = workload.where(pod -> pod.kind() == Kind.REPLACED);
        long cpu = leaving.stream().mapToLong(Pod::cpuMillis).sum();
        long memory = leaving.stream().mapToLong(Pod::memory).sum();
        if (cpu > workload.freeCpuMillis() || memory > workload.freeMemory()) {
            found.add(Problem.NO_ROOM_ELSEWHERE.found(
                    "%dm CPU and %s needed, %dm and %s free",
                    cpu, Quantity.ofBytes(memory), workload.freeCpuMillis(), Quantity.ofBytes(workload.freeMemory())));
        }
        var staying = workload.where(Pod::stays);
        long cpuLeft = allocatableCpuMillis(subject);
        long memoryLeft = allocatableMemory(subject);
        long cpuStaying = staying.stream().mapToLong(Pod::cpuMillis).sum();
        long memoryStaying = staying.stream().mapToLong(Pod::memory).sum();
        if (cpuStaying > cpuLeft || memoryStaying > memoryLeft) {
            found.add(Problem.NO_ROOM_TO_RETURN.found(
                    "%dm CPU and %s requested, %dm and %s allocatable",
                    cpuStaying, Quantity.ofBytes(memoryStaying), cpuLeft, Quantity.ofBytes(memoryLeft)));
        }
        return found;
    }

    private static long allocatableCpuMillis(Subject subject) {
        var cpu = subject.wanted().cpu();
        long all = subject.machine().cpus().size() * 1000L;
        if (!cpu.reservedSystemCpus().isEmpty()) {
            return all - cpu.reservedSystemCpus().size() * 1000L;
        }
        var amount = subject.wanted().reserved().both("cpu");
        return all
                - (cpu.policy() == CpuManagerPolicy.STATIC
                        ? amount.wholeCpus() * 1000L
                        : amount.amount().scaleByPowerOfTen(3).longValue());
    }

    private static long allocatableMemory(Subject subject) {
        long plain = subject.machine().zones().stream()
                .mapToLong(zone -> zone.plainMemory())
                .sum();
        return plain - subject.wanted().memory().total().bytes();
    }
}
