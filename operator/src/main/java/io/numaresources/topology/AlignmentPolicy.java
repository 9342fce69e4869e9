package io.numaresources.topology;

import java.util.Arrays;
import java.util.Optional;

/** Policy of the kubelet's topology manager. */
public enum AlignmentPolicy {
    NONE("none"),
    BEST_EFFORT("best-effort"),
    RESTRICTED("restricted"),
    SINGLE_NUMA_NODE("single-numa-node");

    private final String value;

    AlignmentPolicy(String value) {
        this.value = value;
    }

    /** The value in the kubelet's configuration and in the attribute topologyManagerPolicy. */
    public String value() {
        return value;
    }

    public static Optional<AlignmentPolicy> of(String value) {
        return Arrays.stream(values()).filter(p -> p.value.equals(value)).findAny();
    }
}
