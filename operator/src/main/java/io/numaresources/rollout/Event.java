package io.numaresources.rollout;

/** What happened to a node. */
public sealed interface Event {
    /** A step succeeded. */
    record Done(Step step) implements Event {}

    /** A step failed, or its time is over. */
    record Failed(Step step) implements Event {}

    /** The budget lets the node go ahead. */
    record Granted() implements Event {}

    /** The timer on the host fired and restored the former configuration. */
    record TimerFired() implements Event {}

    /** The kubelet stopped being healthy after the node was given back. */
    record Unhealthy() implements Event {}

    /** The former configuration is back but doesn't verify. */
    record StillBroken() implements Event {}

    /** Something else is wanted, the node drifted, rebooted or got another kubelet, or a person asked for a retry. */
    record Reconsider() implements Event {}
}
