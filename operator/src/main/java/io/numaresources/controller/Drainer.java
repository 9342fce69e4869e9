package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.numaresources.fleet.Drainage;
import io.numaresources.fleet.Reported;
import io.numaresources.fleet.Tenants;
import io.numaresources.rollout.Event;
import io.numaresources.rollout.Step;
import io.numaresources.stack.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Empties a node through the Eviction API: a PodDisruptionBudget that refuses is asked again until the drain's time is over. */
final class Drainer {
    private static final Duration BETWEEN = Duration.ofSeconds(3);
    private static final int SHOWN = 5;

    private final NodeAccess access;
    private final String ownPod;

    /** @param ownPod namespace/name of the operator's pod */
    Drainer(NodeAccess access, String ownPod) {
        this.access = access;
        this.ownPod = ownPod;
    }

    /** What a drain does with the pods of a group. */
    Tenants tenants(Reported reported, FleetPlan plan) {
        return new Tenants(plan.rollout(reported).drain().excludePods(), Optional.of(ownPod));
    }

    Outcome drain(Reported reported, FleetPlan plan, Instant now) {
        var settings = plan.rollout(reported).drain();
        var drainage =
                Drainage.of(tenants(reported, plan), access.pods(reported.name()), !plan.anotherHost(reported.name()));
        if (drainage.done()) {
            return new Outcome.Happened(new Event.Done(Step.DRAIN), "drained");
        }
        var refused = new ArrayList<Pod>();
        for (var pod : drainage.evict()) {
            if (!access.evict(pod)) {
                if (settings.ignorePodDisruptionBudgets()) {
                    access.delete(pod);
                } else {
                    refused.add(pod);
                }
            }
        }
        String message = text(drainage, refused);
        boolean late = reported.inPhase(now).compareTo(GoDuration.parse(settings.timeout())) > 0;
        return late
                ? new Outcome.Happened(
                        new Event.Failed(Step.DRAIN),
                        "not drained within drain.timeout of " + settings.timeout() + ": " + message)
                : new Outcome.Waits(BETWEEN, "draining: " + message);
    }

    private static String text(Drainage drainage, List<Pod> refused) {
        var parts = new ArrayList<String>();
        if (!refused.isEmpty()) {
            parts.add("a PodDisruptionBudget refuses to let go of " + names(refused));
        }
        int leaving = drainage.leaving().size() + drainage.evict().size() - refused.size();
        if (leaving > 0) {
            parts.add(leaving + (leaving == 1 ? " pod is" : " pods are") + " leaving");
        }
        if (!drainage.stuck().isEmpty()) {
            parts.add("nobody would make these pods again, delete them or exclude them with drain.excludePods: "
                    + names(drainage.stuck()));
        }
        return String.join("; ", parts);
    }

    private static String names(List<Pod> pods) {
        return pods.stream().map(Tenants::name).sorted().limit(SHOWN).collect(Collectors.joining(", "))
                + (pods.size() > SHOWN ? " and " + (pods.size() - SHOWN) + " more" : "");
    }
}
