package io.numaresources.controller;

import io.numaresources.rollout.Event;
import java.time.Duration;

/** What came of looking at a node. */
sealed interface Outcome {
    /**
     * Something happened.
     *
     * @param event to the node's state machine
     * @param message for people
     */
    record Happened(Event event, String message) implements Outcome {}

    /**
     * It is not over yet.
     *
     * @param again when to look again
     * @param message what is waited for
     */
    record Waits(Duration again, String message) implements Outcome {}
}
