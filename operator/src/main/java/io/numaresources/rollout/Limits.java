package io.numaresources.rollout;

import java.time.Duration;

/**
 * How changes move through a group.
 *
 * @param maxUnavailable counts every node of the group that isn't Ready or is cordoned, by us or not
 * @param canaryNodes how many nodes go first
 * @param soak how long each of them has to stay healthy before the others follow
 * @param approved false in mode Manual until a person approved this revision
 * @param paused starts no further node; what runs is finished
 */
public record Limits(MaxUnavailable maxUnavailable, int canaryNodes, Duration soak, boolean approved, boolean paused) {
    /** For putting the former configuration back: that it works is known, so nothing soaks, and it was asked for by deleting. */
    public Limits forRestore() {
        return new Limits(maxUnavailable, 0, Duration.ZERO, true, paused);
    }
}
