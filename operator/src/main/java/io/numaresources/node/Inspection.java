package io.numaresources.node;

/**
 * Everything that a node tells of itself.
 *
 * @param hardware its machine
 * @param kubelet its kubelet
 * @param cgroupVersion 1 or 2
 * @param cpusetController whether cpuset is among the controllers
 * @param rebootPending whether the system asks for a reboot
 */
public record Inspection(
        Hardware hardware,
        KubeletInspection kubelet,
        int cgroupVersion,
        boolean cpusetController,
        boolean rebootPending) {

    /** Reads a host; writes nothing. */
    public static Inspection of(Host host) {
        var controllers = host.text("/sys/fs/cgroup/cgroup.controllers");
        return new Inspection(
                new HardwareReader(host).read(),
                new KubeletReader(host).read(),
                controllers.isPresent() ? 2 : 1,
                controllers
                        .map(list -> (" " + list + " ").contains(" cpuset "))
                        .orElse(host.exists("/sys/fs/cgroup/cpuset")),
                host.exists("/run/reboot-required") || host.exists("/var/run/reboot-required"));
    }
}
