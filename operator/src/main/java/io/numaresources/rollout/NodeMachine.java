package io.numaresources.rollout;

/**
 * The transitions of one node. An event that doesn't belong to the phase changes nothing, so that one that is seen twice, or late, does no harm.
 */
public final class NodeMachine {
    private NodeMachine() {}

    /** The phase after an event. */
    public static Phase next(Phase phase, Event event) {
        return switch (event) {
            case Event.Done(Step step) -> step.from() == phase ? step.to() : phase;
            case Event.Failed(Step step) -> step.from() == phase ? afterFailure(phase) : phase;
            case Event.Granted() -> phase == Phase.PREFLIGHT_PASSED ? Phase.GRANTED : phase;
            case Event.TimerFired() ->
                switch (phase) {
                    case ROLLBACK_ARMED, APPLIED, VERIFIED -> Phase.ROLLING_BACK;
                    default -> phase;
                };
            case Event.Unhealthy() ->
                switch (phase) {
                    case DISARMED, UNCORDONED, SOAKING -> Phase.ROLLING_BACK;
                    default -> phase;
                };
            case Event.StillBroken() -> phase == Phase.ROLLING_BACK ? Phase.BROKEN : phase;
            case Event.Reconsider() -> phase.inFlight() ? phase : Phase.PENDING;
        };
    }

    /** What is done through the API server alone is tried again; everything else ends the change. */
    private static Phase afterFailure(Phase phase) {
        return switch (phase) {
            case PENDING, INSPECTED -> Phase.PREFLIGHT_FAILED;
            case GRANTED, CORDONED, DRAINED, BACKED_UP, ROLLBACK_ARMED, APPLIED, VERIFIED, SOAKING ->
                Phase.ROLLING_BACK;
            case ROLLING_BACK -> Phase.BROKEN;
            case PREFLIGHT_PASSED, PREFLIGHT_FAILED, DISARMED, UNCORDONED, CONFIGURED, ROLLED_BACK, BROKEN -> phase;
        };
    }
}
