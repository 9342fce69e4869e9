package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.numaresources.agent.AgentPods;
import io.numaresources.agent.AgentRequest;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.api.v1alpha1.NodeAction;
import io.numaresources.fleet.Reported;
import io.numaresources.fleet.Tenants;
import io.numaresources.rollout.Phase;
import io.numaresources.rollout.Step;
import io.numaresources.stack.GoDuration;
import io.numaresources.stack.Owner;
import io.numaresources.stack.StackLabels;
import io.numaresources.time.Moment;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pods that work on the nodes, and what each of them is granted: as long as it is the agent's turn, and no longer. */
final class AgentWork {
    private static final Logger LOG = LoggerFactory.getLogger(AgentWork.class);
    private static final Duration INSPECTION = Duration.ofMinutes(15);
    private static final Duration CHANGE = Duration.ofHours(1);
    private static final Duration BETWEEN_PODS = Duration.ofSeconds(15);
    private static final int CONFLICT = 409;

    private final KubernetesClient client;
    private final NodeWriter writer;
    private final OwnPod own;
    private final Clock clock;
    private final Map<String, Pod> pods = new ConcurrentHashMap<>();
    private final Map<String, Moment> created = new ConcurrentHashMap<>();
    private final SharedIndexInformer<Pod> informer;

    AgentWork(KubernetesClient client, NodeWriter writer, OwnPod own, Clock clock) {
        this.client = client;
        this.writer = writer;
        this.own = own;
        this.clock = clock;
        informer = client.pods()
                .inNamespace(AgentPods.NAMESPACE)
                .withLabel(StackLabels.COMPONENT, AgentPods.COMPONENT)
                .runnableInformer(0)
                // a namespace in which nothing may be read yet must not keep the operator from starting
                .exceptionHandler((started, failure) -> true);
    }

    /**
     * Starts to watch the pods.
     *
     * @param raise has a node looked at
     */
    void start(Consumer<String> raise) {
        informer.addEventHandler(new ResourceEventHandler<Pod>() {
            @Override
            public void onAdd(Pod pod) {
                pods.put(pod.getMetadata().getName(), pod);
                about(pod).ifPresent(raise);
            }

            @Override
            public void onUpdate(Pod before, Pod pod) {
                onAdd(pod);
            }

            @Override
            public void onDelete(Pod pod, boolean finalStateUnknown) {
                pods.remove(pod.getMetadata().getName());
                about(pod).ifPresent(raise);
            }
        });
        informer.start();
    }

    void stop() {
        informer.stop();
    }

    /** What the agent may do in a phase. */
    NodeAction granted(Reported node) {
        var phase = node.phase();
        if (phase == Phase.ROLLING_BACK) {
            if (!node.backedUp()) {
                return NodeAction.NONE;
            }
            boolean atWork = Optional.ofNullable(pods.get(AgentPods.name(NodeAction.APPLY, node.name())))
                    .filter(pod -> !Tenants.finished(pod) && pod.getMetadata().getDeletionTimestamp() == null)
                    .isPresent();
            return atWork ? NodeAction.APPLY : NodeAction.ROLLBACK;
        }
        if (phase == Phase.PENDING && node.revision().equals(Reported.RESTORE)) {
            // what ran before needs no inspection
            return NodeAction.NONE;
        }
        if (phase == Phase.APPLIED) {
            // it tells how the kubelet is, and would restore it
            return NodeAction.APPLY;
        }
        return phase.next()
                .filter(step -> step.actor() == Step.Actor.AGENT)
                .map(step -> step == Step.INSPECT ? NodeAction.INSPECT : NodeAction.APPLY)
                .orElse(NodeAction.NONE);
    }

    /** Grants what the phase needs, has the pod for it run, and removes the others. */
    void adjust(Reported node, FleetPlan plan) {
        var action = granted(node);
        var spec = node.node().getSpec();
        if (spec.action() != action) {
            writer.spec(
                    node.name(),
                    new NUMANodeSpec(
                            spec.group(), spec.kubelet(), spec.kubeletHash(), spec.revision(), spec.onDelete(), action),
                    plan.owner());
        }
        for (var other : NodeAction.values()) {
            if (other != NodeAction.NONE && other != action) {
                remove(AgentPods.name(other, node.name()));
            }
        }
        if (action != NodeAction.NONE) {
            ensure(node, action, plan);
        }
    }

    /** Why the pod of a node doesn't run, for people. */
    Optional<String> trouble(Reported node) {
        return Optional.ofNullable(pods.get(AgentPods.name(granted(node), node.name())))
                .map(Pod::getStatus)
                .flatMap(status -> Optional.ofNullable(status.getMessage())
                        .or(() -> status.getContainerStatuses().stream()
                                .map(container -> container.getState() == null
                                        ? null
                                        : container.getState().getWaiting())
                                .filter(waiting -> waiting != null && waiting.getMessage() != null)
                                .map(waiting -> waiting.getReason() + ": " + waiting.getMessage())
                                .findFirst()));
    }

    private void ensure(Reported node, NodeAction action, FleetPlan plan) {
        String name = AgentPods.name(action, node.name());
        var pod = pods.get(name);
        if (pod != null) {
            if (Tenants.finished(pod) && pod.getMetadata().getDeletionTimestamp() == null && due(name)) {
                remove(name);
            }
            return;
        }
        var facts = Optional.ofNullable(plan.nodes().get(node.name()));
        var request = new AgentRequest(
                node.name(),
                node.node().getSpec().group(),
                facts.map(known -> known.state().kubeletVersion()).orElse(""),
                own.image(),
                plan.imagePullSecrets(),
                GoDuration.parse(plan.rollout(node).verifyTimeout()),
                action == NodeAction.INSPECT ? INSPECTION : CHANGE);
        created.put(name, Moment.of(clock.instant()));
        try {
            var agent = AgentPods.pod(action, request);
            agent.getMetadata().setOwnerReferences(List.of(Owner.reference(node.node())));
            client.resource(agent).create();
            LOG.atInfo()
                    .addKeyValue("group", request.group())
                    .addKeyValue("node", node.name())
                    .addKeyValue("action", action)
                    .log("agent started");
        } catch (KubernetesClientException exists) {
            if (exists.getCode() != CONFLICT) {
                throw exists;
            }
        }
    }

    /** A pod that ended at once is not made again at once. */
    private boolean due(String name) {
        var last = created.get(name);
        return last == null || last.over(BETWEEN_PODS, clock.instant());
    }

    private void remove(String name) {
        var pod = pods.get(name);
        if (pod != null && pod.getMetadata().getDeletionTimestamp() == null) {
            client.pods().inNamespace(AgentPods.NAMESPACE).withName(name).delete();
        }
    }

    private static Optional<String> about(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(AgentPods.NODE));
    }
}
