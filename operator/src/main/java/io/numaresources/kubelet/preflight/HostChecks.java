package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.CpuManagerPolicy;
import io.numaresources.kubelet.KubeletVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** P17 and P18: the operating system. */
final class HostChecks {
    /** Heartbeats are compared with the restart; a skew beyond this could make an old one look new. */
    static final Duration LARGEST_SKEW = Duration.ofSeconds(5);

    /** Bytes that backup, drop-in and state files need at most, with room to spare. */
    static final long LEAST_FREE = 16L << 20;

    private static final KubeletVersion REFUSES_CGROUP_V1 = new KubeletVersion(1, 35);

    private HostChecks() {}

    static List<Violation> node(Subject subject) {
        var found = new ArrayList<Violation>();
        var host = subject.host();
        if (host.clockSkew().abs().compareTo(LARGEST_SKEW) > 0) {
            found.add(Problem.CLOCK_SKEW.found(
                    "%d s apart", host.clockSkew().abs().toSeconds()));
        }
        if (host.freeBytes() < LEAST_FREE) {
            found.add(Problem.NO_SPACE.found("%d KiB free", host.freeBytes() >> 10));
        }
        if (!host.systemBus()) {
            found.add(Problem.NO_SYSTEMD.found("no answer on the system bus"));
        }
        if (host.unitFailed()) {
            found.add(Problem.UNIT_FAILED.found("state failed"));
        }
        if (host.recentRestarts() > 0) {
            found.add(Problem.UNIT_RESTARTING.found("%d restarts in ten minutes", host.recentRestarts()));
        }
        if (host.rebootPending()) {
            found.add(Problem.REBOOT_PENDING.found("a reboot is pending"));
        }
        if (host.reloadPending()) {
            found.add(Problem.RELOAD_PENDING.found("a daemon-reload is pending"));
        }
        return found;
    }

    /** failCgroupV1 is true by default from 1.35 on. */
    static List<Violation> cgroups(Subject subject) {
        var found = new ArrayList<Violation>();
        if (subject.host().cgroupVersion() < 2) {
            var problem =
                    subject.kubelet().version().atLeast(REFUSES_CGROUP_V1) ? Problem.CGROUP_V1 : Problem.CGROUP_V1_ENDS;
            found.add(
                    problem.found("cgroup v1 with kubelet %s", subject.kubelet().version()));
        }
        if (!subject.host().cpusetController() && subject.wanted().cpu().policy() == CpuManagerPolicy.STATIC) {
            found.add(Problem.NO_CPUSET.found("cpuset is not among the controllers"));
        }
        return found;
    }
}
