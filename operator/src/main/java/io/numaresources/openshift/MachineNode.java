package io.numaresources.openshift;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What the machine-config daemon wrote on a Node.
 *
 * @param name name of the node
 * @param current rendered configuration that it runs
 * @param desired rendered configuration that it is to run
 * @param state Done, Working, Degraded, Rebooting or Unreconcilable; empty where no daemon has been there
 * @param reason why it is degraded
 * @param ready whether the node is Ready
 * @param awaySince since when it is not
 */
public record MachineNode(
        String name,
        String current,
        String desired,
        String state,
        String reason,
        boolean ready,
        Optional<Instant> awaySince) {
    private static final String PREFIX = "machineconfiguration.openshift.io/";

    /** Annotation with the state, by which other tools see that the node is taken. */
    public static final String STATE = PREFIX + "state";

    public static final String CURRENT = PREFIX + "currentConfig";
    public static final String DESIRED = PREFIX + "desiredConfig";
    public static final String REASON = PREFIX + "reason";

    /** Reads the annotations of a Node. */
    public static MachineNode of(
            String name, Map<String, String> annotations, boolean ready, Optional<Instant> awaySince) {
        return new MachineNode(
                name,
                annotations.getOrDefault(CURRENT, ""),
                annotations.getOrDefault(DESIRED, ""),
                annotations.getOrDefault(STATE, ""),
                annotations.getOrDefault(REASON, ""),
                ready,
                ready ? Optional.empty() : awaySince);
    }

    /** Whether it runs a rendered configuration, and is back. */
    boolean runs(String rendered) {
        return current.equals(rendered) && desired.equals(rendered) && state.equals("Done") && ready;
    }

    /** Whether the daemon gave up on it. */
    boolean failed() {
        return state.equals("Degraded") || state.equals("Unreconcilable");
    }
}
