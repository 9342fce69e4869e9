package io.numaresources.rollout;

/** What leads from one phase to the next. Each step is idempotent, and its phase is persisted before the next begins. */
public enum Step {
    INSPECT(Phase.PENDING, Phase.INSPECTED, Actor.AGENT, "being inspected"),
    PREFLIGHT(Phase.INSPECTED, Phase.PREFLIGHT_PASSED, Actor.OPERATOR, "being checked"),
    CORDON(Phase.GRANTED, Phase.CORDONED, Actor.OPERATOR, "being cordoned"),
    DRAIN(Phase.CORDONED, Phase.DRAINED, Actor.OPERATOR, "draining"),
    BACK_UP(Phase.DRAINED, Phase.BACKED_UP, Actor.AGENT, "backing up"),
    ARM(Phase.BACKED_UP, Phase.ROLLBACK_ARMED, Actor.AGENT, "arming the rollback"),
    APPLY(Phase.ROLLBACK_ARMED, Phase.APPLIED, Actor.AGENT, "restarting its kubelet"),
    VERIFY(Phase.APPLIED, Phase.VERIFIED, Actor.OPERATOR, "being verified"),
    DISARM(Phase.VERIFIED, Phase.DISARMED, Actor.AGENT, "disarming the rollback"),
    UNCORDON(Phase.DISARMED, Phase.UNCORDONED, Actor.OPERATOR, "being uncordoned"),
    WATCH(Phase.UNCORDONED, Phase.SOAKING, Actor.OPERATOR, "starting to soak"),
    SOAK(Phase.SOAKING, Phase.CONFIGURED, Actor.OPERATOR, "soaking"),
    RESTORE(Phase.ROLLING_BACK, Phase.ROLLED_BACK, Actor.AGENT, "rolling back");

    /** Who does a step. */
    public enum Actor {
        /** The operator, through the API server. */
        OPERATOR,
        /** The pod on the node. */
        AGENT
    }

    private final Phase from;
    private final Phase to;
    private final Actor actor;
    private final String doing;

    Step(Phase from, Phase to, Actor actor, String doing) {
        this.from = from;
        this.to = to;
        this.actor = actor;
        this.doing = doing;
    }

    /** The phase in which it is due. */
    public Phase from() {
        return from;
    }

    /** The phase it leads to. */
    public Phase to() {
        return to;
    }

    /** Who does it. */
    public Actor actor() {
        return actor;
    }

    /** What a node does meanwhile, for people. */
    public String doing() {
        return doing;
    }
}
