package io.numaresources.topology;

import java.util.Arrays;
import java.util.Optional;

/** What the kubelet's topology manager aligns as one unit. */
public enum AlignmentScope {
    CONTAINER("container"),
    POD("pod");

    private final String value;

    AlignmentScope(String value) {
        this.value = value;
    }

    /** The value in the kubelet's configuration and in the attribute topologyManagerScope. */
    public String value() {
        return value;
    }

    /** The one that this is not. */
    public AlignmentScope other() {
        return this == CONTAINER ? POD : CONTAINER;
    }

    public static Optional<AlignmentScope> of(String value) {
        return Arrays.stream(values()).filter(s -> s.value.equals(value)).findAny();
    }
}
