package io.numaresources.controller;

import io.numaresources.fleet.Reported;
import io.numaresources.rollout.Event;
import io.numaresources.rollout.Step;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Takes a node out of scheduling and gives it back as it was. What somebody else cordoned stays cordoned. */
final class Cordon {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final NodeAccess access;
    private final NodeWriter writer;

    Cordon(NodeAccess access, NodeWriter writer) {
        this.access = access;
        this.writer = writer;
    }

    /** Remembers how the node was before it is changed: after a crash in between the operator's own cordon is not taken for another's. */
    Outcome on(Reported reported) {
        var node = access.node(reported.name());
        if (node.isEmpty()) {
            return new Outcome.Waits(Duration.ofSeconds(10), "the node is gone");
        }
        boolean cordoned = NodeAccess.cordoned(node.get());
        if (before(reported) == null) {
            writer.write(reported, status -> status.put("cordonedBefore", cordoned));
            return new Outcome.Waits(SOON, "");
        }
        if (!cordoned) {
            access.cordon(reported.name(), true);
        }
        return new Outcome.Happened(
                new Event.Done(Step.CORDON), "cordoned" + (Boolean.TRUE.equals(before(reported)) ? " before" : ""));
    }

    /** Cordons again a node that was given back, for what follows. */
    void again(Reported reported) {
        if (Boolean.FALSE.equals(before(reported))) {
            access.node(reported.name())
                    .filter(node -> !NodeAccess.cordoned(node))
                    .ifPresent(node -> access.cordon(reported.name(), true));
        }
    }

    /** Gives the node back, unless it was cordoned before. */
    String off(Reported reported) {
        if (!Boolean.FALSE.equals(before(reported))) {
            return "stays cordoned, as it was before";
        }
        access.node(reported.name())
                .filter(NodeAccess::cordoned)
                .ifPresent(node -> access.cordon(reported.name(), false));
        return "uncordoned";
    }

    private static @Nullable Boolean before(Reported reported) {
        return reported.status().map(status -> status.cordonedBefore()).orElse(null);
    }
}
