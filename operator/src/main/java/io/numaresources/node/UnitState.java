package io.numaresources.node;

import org.jspecify.annotations.Nullable;

/**
 * A unit as systemd tells it.
 *
 * @param active ActiveState: active, activating, deactivating, inactive or failed
 * @param sub SubState; of a timer that counts down: waiting
 * @param restarts NRestarts: how often systemd restarted it by itself since somebody started it
 * @param started ExecMainStartTimestamp, RFC 3339; null where no process was started
 * @param reloadNeeded whether its files changed since systemd read them
 */
public record UnitState(
        String active, String sub, int restarts, @Nullable String started, boolean reloadNeeded) {

    /** Whether a job of it is under way or its process runs. */
    boolean running() {
        return !active.equals("inactive") && !active.equals("failed");
    }
}
