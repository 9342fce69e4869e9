package io.numaresources.kubelet;

import java.util.Arrays;

/** cpuManagerPolicy: lower case. */
public enum CpuManagerPolicy {
    NONE("none"),
    STATIC("static");

    private final String value;

    CpuManagerPolicy(String value) {
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
    public static CpuManagerPolicy parse(String text) {
        return Arrays.stream(values())
                .filter(known -> known.value.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a cpuManagerPolicy: '" + text + "'"));
    }
}
