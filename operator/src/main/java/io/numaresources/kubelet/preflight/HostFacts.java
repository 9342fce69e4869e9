package io.numaresources.kubelet.preflight;

import java.time.Duration;
import java.util.Optional;

/**
 * A node's operating system.
 *
 * @param managedBy what owns the kubelet's configuration instead of us (GKE, AKS, EKS managed node groups, Talos, …)
 * @param writable whether /etc and the kubelet's root directory can be written
 * @param systemBus whether systemd answers on the system bus, which arms the rollback timer
 * @param unitFailed whether the kubelet's unit is in the state failed
 * @param recentRestarts how often systemd restarted the kubelet by itself in the last ten minutes
 * @param freeBytes bytes left in the fuller file system of /etc and the kubelet's root directory
 * @param clockSkew difference to the API server's clock
 * @param rebootPending whether the system asks for a reboot
 * @param reloadPending whether unit files changed since systemd read them
 * @param cgroupVersion 1 or 2
 * @param cpusetController whether the cpuset controller is there for the kubelet
 */
public record HostFacts(
        Optional<String> managedBy,
        boolean writable,
        boolean systemBus,
        boolean unitFailed,
        int recentRestarts,
        long freeBytes,
        Duration clockSkew,
        boolean rebootPending,
        boolean reloadPending,
        int cgroupVersion,
        boolean cpusetController) {}
