package io.numaresources.controller;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.fleet.GroupWish;
import io.numaresources.fleet.KubeletSigns;
import io.numaresources.fleet.NodePlan;
import io.numaresources.fleet.Reported;
import io.numaresources.kubelet.preflight.Surroundings;
import io.numaresources.rollout.Event;
import io.numaresources.rollout.GroupRollout;
import io.numaresources.rollout.Phase;
import io.numaresources.rollout.Step;
import io.numaresources.stack.GoDuration;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The operator's own steps. Each can be done again from its phase, after a crash at any point. */
final class NodeSteps {
    private static final Duration LOOK = Duration.ofSeconds(3);

    /** How long the agent may take for a step of its own before the change is given up. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** How long a kubelet may be away after its change before that counts as unhealthy. */
    private static final Duration ABSENCE = Duration.ofSeconds(20);

    private final NodeAccess access;
    private final NodeWriter writer;
    private final Fleet fleet;
    private final Cordon cordon;
    private final Drainer drainer;
    private final UpdaterRenewal updaters;
    private final Clock clock;

    NodeSteps(NodeAccess access, NodeWriter writer, Fleet fleet, String ownPod, Clock clock) {
        this.access = access;
        this.writer = writer;
        this.fleet = fleet;
        this.clock = clock;
        cordon = new Cordon(access, writer);
        drainer = new Drainer(access, ownPod);
        updaters = new UpdaterRenewal(access, clock);
    }

    /** Does what is due in a phase in which it is the operator's turn. */
    Outcome attempt(Reported node, FleetPlan plan) {
        return switch (node.phase()) {
            case GRANTED -> cordon.on(node);
            case CORDONED -> drainer.drain(node, plan, clock.instant());
            case DRAINED, BACKED_UP, ROLLBACK_ARMED -> patience(node);
            case APPLIED -> verify(node, plan);
            case DISARMED -> new Outcome.Happened(new Event.Done(Step.UNCORDON), giveBack(node));
            case UNCORDONED -> new Outcome.Happened(new Event.Done(Step.WATCH), "under watch");
            case SOAKING -> soak(node, plan);
            case ROLLING_BACK -> restore(node, plan);
            default -> new Outcome.Waits(Duration.ofMinutes(1), "");
        };
    }

    /** Computes what an inspected node is to run, checks it, and writes both: the spec first, since a grant goes by the status. */
    void preflight(Reported node, GroupWish wish, FleetPlan plan) {
        var facts = Optional.ofNullable(plan.nodes().get(node.name()));
        var spec = node.node().getSpec();
        var candidate = new NodePlan.Candidate(
                node.name(),
                spec.group(),
                facts.map(known -> known.state().kubeletVersion()).orElse(""),
                facts.flatMap(known -> known.state().managedBy()),
                node.status().orElseThrow());
        var planned = NodePlan.of(
                wish.wish(),
                candidate,
                drainer.tenants(node, plan).workload(access.pods(node.name())),
                // another tool's claim keeps a node from being granted, as long as it lasts
                new Surroundings(List.of(), false, plan.numaScheduler()));
        if (planned.wanted().isPresent()) {
            writer.spec(
                    node.name(),
                    new NUMANodeSpec(
                            spec.group(),
                            planned.wanted().get(),
                            planned.hash().orElseThrow(),
                            wish.revision(),
                            spec.onDelete(),
                            spec.action()),
                    plan.owner());
        }
        Consumer<ObjectNode> findings = status -> writer.findings(status, planned.findings());
        var written = fleet.find(node.name()).orElse(node);
        if (planned.runs()) {
            writer.enter(written, Phase.CONFIGURED, "runs what is wanted", findings);
        } else {
            var phase = planned.passes() ? Phase.PREFLIGHT_PASSED : Phase.PREFLIGHT_FAILED;
            writer.enter(written, phase, planned.text(), findings);
        }
    }

    /** What follows from an inspection, whether or not the node is to run something else. */
    void inspected(Reported node) {
        updaters.afterInspection(node);
    }

    private String giveBack(Reported node) {
        updaters.after(node);
        return cordon.off(node);
    }

    private Outcome patience(Reported node) {
        var step = node.phase().next().orElseThrow();
        return node.inPhase(clock.instant()).compareTo(PATIENCE) > 0
                ? new Outcome.Happened(
                        new Event.Failed(step), "the agent did not get further within " + PATIENCE.toMinutes() + " min")
                : new Outcome.Waits(Duration.ofSeconds(30), "");
    }

    private Outcome verify(Reported node, FleetPlan plan) {
        var missing = signs(node).map(KubeletSigns::missing).orElse(List.of("the node is gone"));
        if (missing.isEmpty()) {
            return new Outcome.Happened(new Event.Done(Step.VERIFY), "verified");
        }
        String text = String.join("; ", missing);
        String limit = plan.rollout(node).verifyTimeout();
        return node.inPhase(clock.instant()).compareTo(GoDuration.parse(limit)) > 0
                ? new Outcome.Happened(
                        new Event.Failed(Step.VERIFY),
                        "not verified within rollout.verifyTimeout of " + limit + ": " + text)
                : new Outcome.Waits(LOOK, "being verified: " + text);
    }

    private Outcome soak(Reported node, FleetPlan plan) {
        var ready = access.node(node.name()).flatMap(NodeSteps::ready);
        if (ready.isEmpty() || !"True".equals(ready.get().getStatus())) {
            boolean away = ready.map(NodeCondition::getLastTransitionTime)
                    .map(since -> OffsetDateTime.parse(since).toInstant())
                    .filter(since -> since.plus(ABSENCE).isAfter(clock.instant()))
                    .isEmpty();
            return away
                    ? new Outcome.Happened(
                            new Event.Unhealthy(),
                            "the node stopped being Ready after its change"
                                    + ready.map(NodeCondition::getMessage)
                                            .map(text -> ": " + text)
                                            .orElse(""))
                    : new Outcome.Waits(LOOK, "the node is not Ready");
        }
        return soaked(node, plan)
                ? new Outcome.Happened(new Event.Done(Step.SOAK), "runs what is wanted")
                : new Outcome.Waits(
                        Duration.ofSeconds(10),
                        "soaks for " + plan.rollout(node).canary().soak() + " before the others follow");
    }

    private boolean soaked(Reported node, FleetPlan plan) {
        var pool = plan.pool(node);
        if (pool.isEmpty()) {
            return true;
        }
        var group = pool.get().group(fleet.all(), List.of(), "", false, clock.instant());
        return group.nodes().stream()
                .filter(member -> member.name().equals(node.name()))
                .findFirst()
                .map(member -> GroupRollout.soaked(group, member))
                .orElse(true);
    }

    /** The agent or the host's timer puts the former configuration back; here it is seen to work before the node is given back. */
    private Outcome restore(Reported node, FleetPlan plan) {
        String why = node.status().map(status -> status.message()).orElse("");
        if (!node.backedUp()) {
            cordon.off(node);
            return new Outcome.Happened(new Event.Done(Step.RESTORE), why);
        }
        cordon.again(node);
        boolean restored = node.status()
                .map(status -> status.step())
                .filter(Reported.RESTORED::equals)
                .isPresent();
        var missing = restored
                ? signs(node).map(KubeletSigns::missingLife).orElse(List.of("the node is gone"))
                : List.of("the former configuration is not back yet");
        if (missing.isEmpty()) {
            giveBack(node);
            return new Outcome.Happened(new Event.Done(Step.RESTORE), why);
        }
        var limit = GoDuration.parse(plan.rollout(node).verifyTimeout()).plus(PATIENCE);
        return node.inPhase(clock.instant()).compareTo(limit) > 0
                ? new Outcome.Happened(
                        new Event.StillBroken(),
                        why + "; the former configuration doesn't verify: " + String.join("; ", missing))
                // the message stays the reason
                : new Outcome.Waits(LOOK, "");
    }

    private Optional<KubeletSigns> signs(Reported node) {
        Instant now = clock.instant();
        return access.node(node.name()).map(seen -> new KubeletSigns(node, seen, now));
    }

    private static Optional<NodeCondition> ready(Node node) {
        return node.getStatus().getConditions().stream()
                .filter(condition -> "Ready".equals(condition.getType()))
                .findFirst();
    }
}
