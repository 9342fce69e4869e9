package io.numaresources.kubelet;

import java.util.Arrays;

/** topologyManagerScope. */
public enum TopologyManagerScope {
    CONTAINER("container"),
    POD("pod");

    private final String value;

    TopologyManagerScope(String value) {
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
    public static TopologyManagerScope parse(String text) {
        return Arrays.stream(values())
                .filter(known -> known.value.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a topologyManagerScope: '" + text + "'"));
    }
}
