package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.MaxReconciliationInterval;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.fleet.Reported;
import io.numaresources.rollout.Event;
import io.numaresources.rollout.NodeMachine;
import io.numaresources.rollout.Phase;
import io.numaresources.stack.StackLabels;
import io.numaresources.trace.Activity;
import io.numaresources.trace.Traces;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leads one node through its change, a step at a time; which node may begin is decided for the group, in {@link KubeletRollout}. */
@ControllerConfiguration(
        name = "numanodes",
        fieldManager = StackLabels.OPERATOR,
        // the agent writes the status
        generationAwareEventProcessing = false,
        informer = @Informer(comparableResourceVersions = false),
        maxReconciliationInterval = @MaxReconciliationInterval(interval = 5, timeUnit = TimeUnit.MINUTES))
public class NUMANodeReconciler implements Reconciler<NUMANode> {
    private static final Logger LOG = LoggerFactory.getLogger(NUMANodeReconciler.class);
    private static final int CONFLICT = 409;
    private static final Duration AFTER_CONFLICT = Duration.ofMillis(500);
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(5);
    private static final Duration BETWEEN_CHECKS = Duration.ofMinutes(10);

    private final Fleet fleet;
    private final NodeWriter writer;
    private final AgentWork agents;
    private final NodeSteps steps;
    private final EventEmitter events;
    private final Clock clock;
    private final Traces traces;
    private final Map<String, Phase> told = new ConcurrentHashMap<>();

    public NUMANodeReconciler(KubernetesClient client, OwnPod own, Fleet fleet, Clock clock, Traces traces) {
        this.traces = traces;
        this.fleet = fleet;
        this.clock = clock;
        writer = new NodeWriter(client, fleet, clock);
        agents = new AgentWork(client, writer, own, clock);
        steps = new NodeSteps(new ApiNodeAccess(client), writer, fleet, own.name(), clock);
        events = new EventEmitter(client, clock);
    }

    @Override
    public List<EventSource<?, NUMANode>> prepareEventSources(EventSourceContext<NUMANode> context) {
        return List.of(new FleetSignals(fleet, agents, context.getPrimaryCache()));
    }

    @Override
    public UpdateControl<NUMANode> reconcile(NUMANode primary, Context<NUMANode> context) {
        var activity =
                Activity.pass("numanodes", "reconcile", primary.getMetadata().getName());
        return traces.during(activity, () -> pass(primary));
    }

    private UpdateControl<NUMANode> pass(NUMANode primary) {
        fleet.seen(primary);
        var plan = fleet.plan();
        var node = fleet.find(primary.getMetadata().getName());
        if (plan.isEmpty() || node.isEmpty() || !node.get().understood()) {
            return UpdateControl.noUpdate();
        }
        tell(node.get());
        Duration again;
        try {
            again = look(node.get(), plan.get());
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != CONFLICT) {
                LOG.atWarn()
                        .addKeyValue("node", node.get().name())
                        .addKeyValue("phase", node.get().phase().value())
                        .addKeyValue("error", refused.getMessage())
                        .log("step is tried again");
            }
            again = refused.getCode() == CONFLICT ? AFTER_CONFLICT : AFTER_REFUSAL;
        }
        UpdateControl<NUMANode> control = UpdateControl.noUpdate();
        return again.isPositive() ? control.rescheduleAfter(again) : control;
    }

    /** One step; returns when to look again, zero for when something happens. */
    private Duration look(Reported before, FleetPlan plan) {
        if (plan.stopped() && !before.phase().inFlight()) {
            return Duration.ZERO;
        }
        agents.adjust(before, plan);
        var node = fleet.find(before.name()).orElse(before);
        return switch (node.phase()) {
            case PREFLIGHT_PASSED, CONFIGURED, ROLLED_BACK, BROKEN -> Duration.ZERO;
            default -> traces.during(activity(node), () -> further(node, plan));
        };
    }

    private Duration further(Reported node, FleetPlan plan) {
        return switch (node.phase()) {
            case PENDING -> pending(node);
            case INSPECTED -> inspected(node, plan);
            case PREFLIGHT_FAILED -> failed(node);
            default -> step(node, plan);
        };
    }

    private static Activity activity(Reported node) {
        var spec = node.node().getSpec();
        return Activity.step(
                node.phase().value(),
                node.name(),
                spec.group(),
                Objects.requireNonNullElse(node.node().getMetadata().getGeneration(), 0L),
                Objects.requireNonNullElse(spec.kubeletHash(), ""));
    }

    private Duration pending(Reported node) {
        if (restores(node)) {
            return Duration.ZERO;
        }
        agents.trouble(node).ifPresent(why -> writer.say(node, "the agent's pod doesn't run: " + why));
        return Duration.ofSeconds(30);
    }

    private Duration inspected(Reported node, FleetPlan plan) {
        var wish = plan.wishes().get(node.node().getSpec().group());
        if (!restores(node)) {
            steps.inspected(node);
            if (wish != null) {
                steps.preflight(node, wish, plan);
            }
        }
        return Duration.ZERO;
    }

    /** That the former configuration works is known, so it is not checked. */
    private boolean restores(Reported node) {
        if (!node.revision().equals(Reported.RESTORE)) {
            return false;
        }
        writer.enter(node, Phase.PREFLIGHT_PASSED, "gets back what it ran before");
        return true;
    }

    private Duration failed(Reported node) {
        var left = BETWEEN_CHECKS.minus(node.inPhase(clock.instant()));
        if (left.isPositive()) {
            return left;
        }
        writer.enter(node, NodeMachine.next(node.phase(), new Event.Reconsider()), "is checked again");
        return Duration.ZERO;
    }

    private Duration step(Reported node, FleetPlan plan) {
        return switch (steps.attempt(node, plan)) {
            case Outcome.Happened(var event, var message) -> {
                var next = NodeMachine.next(node.phase(), event);
                if (next != node.phase()) {
                    writer.enter(node, next, message);
                }
                yield Duration.ZERO;
            }
            case Outcome.Waits(var again, var message) -> {
                if (!message.isEmpty()) {
                    writer.say(node, message);
                }
                yield again;
            }
        };
    }

    /** An event for each phase that is seen to be entered; those of a former process aren't told again. */
    private void tell(Reported node) {
        var before = told.put(node.name(), node.phase());
        if (before == null || before == node.phase()) {
            return;
        }
        String message = "group %s: %s"
                .formatted(
                        node.node().getSpec().group(),
                        node.status().map(status -> status.message()).orElse(""));
        if (node.phase().failed() || node.phase() == Phase.PREFLIGHT_FAILED) {
            events.warning(node.node(), node.phase().value(), message);
        } else {
            events.normal(node.node(), node.phase().value(), message);
        }
    }
}
