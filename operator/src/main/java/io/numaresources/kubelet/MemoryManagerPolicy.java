package io.numaresources.kubelet;

import java.util.Arrays;

/** memoryManagerPolicy: capitalised, unlike the CPU manager's; BestEffort is for Windows. */
public enum MemoryManagerPolicy {
    NONE("None"),
    STATIC("Static");

    private final String value;

    MemoryManagerPolicy(String value) {
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
    public static MemoryManagerPolicy parse(String text) {
        return Arrays.stream(values())
                .filter(known -> known.value.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a memoryManagerPolicy: '" + text + "'"));
    }
}
