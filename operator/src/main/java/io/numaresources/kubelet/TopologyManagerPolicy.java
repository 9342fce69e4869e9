package io.numaresources.kubelet;

import java.util.Arrays;

/** topologyManagerPolicy, from lax to strict. */
public enum TopologyManagerPolicy {
    NONE("none"),
    BEST_EFFORT("best-effort"),
    RESTRICTED("restricted"),
    SINGLE_NUMA_NODE("single-numa-node");

    private final String value;

    TopologyManagerPolicy(String value) {
        this.value = value;
    }

    /** As the kubelet spells it. */
    public String value() {
        return value;
    }

    /**
     * The value of this spelling.
     *
     * @throws IllegalArgumentException where the kubelet would refuse it
     */
    public static TopologyManagerPolicy parse(String text) {
        return Arrays.stream(values())
                .filter(known -> known.value.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a topologyManagerPolicy: '" + text + "'"));
    }
}
