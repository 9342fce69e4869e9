package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.OwnedConfiguration;
import java.util.Optional;

/**
 * Everything that is known of a node before it is touched.
 *
 * @param wanted what it is to run
 * @param machine its hardware
 * @param kubelet its kubelet as it runs today
 * @param host its operating system
 * @param workload its pods, and the room elsewhere
 * @param surroundings other tools, the scheduler
 * @param openShift the machine-config pool of the node, where there are such
 */
public record Subject(
        OwnedConfiguration wanted,
        Machine machine,
        KubeletFacts kubelet,
        HostFacts host,
        Workload workload,
        Surroundings surroundings,
        Optional<OpenShiftFacts> openShift) {}
