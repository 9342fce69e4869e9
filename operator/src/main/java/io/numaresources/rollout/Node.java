package io.numaresources.rollout;

import java.time.Duration;
import java.util.Optional;

/**
 * A node of a group.
 *
 * @param name its name
 * @param phase where it stands
 * @param revision revision of the group that its phase is about
 * @param inPhase how long it has been in this phase
 * @param ready whether it is Ready
 * @param cordoned whether it is unschedulable, by us or not
 * @param controlPlane whether it is a control-plane node
 * @param hostsLeader whether the operator's leader runs on it
 * @param held why it has to wait: the mark of another tool
 */
public record Node(
        String name,
        Phase phase,
        String revision,
        Duration inPhase,
        boolean ready,
        boolean cordoned,
        boolean controlPlane,
        boolean hostsLeader,
        Optional<String> held) {
    /** Whether pods can't be sent to it, whoever is to blame. */
    public boolean unavailable() {
        return !ready || cordoned || phase.unavailable();
    }

    /** Whether it counts against the budget: a node under watch may still have to be rolled back, and is unavailable again then. */
    public boolean counts() {
        return unavailable() || phase.inFlight();
    }
}
