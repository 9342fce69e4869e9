package io.numaresources.kubelet;

import java.util.Set;

/** Names of what the drop-in sets, in files and on the command line. */
public final class OwnedFields {
    /** Top-level fields of a KubeletConfiguration. */
    public static final Set<String> FIELDS = Set.of(
            "cpuManagerPolicy",
            "cpuManagerPolicyOptions",
            "cpuManagerReconcilePeriod",
            "reservedSystemCPUs",
            "memoryManagerPolicy",
            "reservedMemory",
            "topologyManagerPolicy",
            "topologyManagerScope",
            "topologyManagerPolicyOptions",
            "kubeReserved",
            "systemReserved",
            "evictionHard");

    /** Their flags; the kubelet parses its command line last (cmd/kubelet/app/server.go, kubeletConfigFlagPrecedence). */
    public static final Set<String> FLAGS = Set.of(
            "cpu-manager-policy",
            "cpu-manager-policy-options",
            "cpu-manager-reconcile-period",
            "reserved-cpus",
            "memory-manager-policy",
            "reserved-memory",
            "topology-manager-policy",
            "topology-manager-scope",
            "topology-manager-policy-options",
            "kube-reserved",
            "system-reserved",
            "eviction-hard");

    private OwnedFields() {}
}
