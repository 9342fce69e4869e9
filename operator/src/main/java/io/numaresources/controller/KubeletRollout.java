package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.fleet.Drift;
import io.numaresources.fleet.GroupProgress;
import io.numaresources.fleet.Pool;
import io.numaresources.fleet.Reported;
import io.numaresources.fleet.RolloutFindings;
import io.numaresources.rollout.Decision;
import io.numaresources.rollout.Group;
import io.numaresources.rollout.GroupRollout;
import io.numaresources.rollout.Phase;
import io.numaresources.stack.KubernetesVersion;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which nodes are managed, what each shall run, and which one may go ahead: decided for all of a group at once, so that its budget holds. */
final class KubeletRollout {
    /** Annotation of the resource: have nodes that failed tried again. It is removed once that was done. */
    static final String RETRY = "numaresources.io/retry";

    /** Annotation of the resource: revisions, separated by commas, that a person approved in mode Manual. */
    static final String APPROVE = "numaresources.io/approve";

    private static final int SHOWN = 5;

    private final KubernetesClient client;
    private final Fleet fleet;
    private final NodeWriter writer;
    private final AgentAccess access;
    private final Clock clock;
    private final OwnPod own;
    private final OpenShiftPools machineConfigs;
    private final KubeletStarts starts;

    KubeletRollout(KubernetesClient client, OwnPod own, Fleet fleet, ClusterView view, Clock clock) {
        this.client = client;
        this.fleet = fleet;
        this.clock = clock;
        writer = new NodeWriter(client, fleet, clock);
        access = new AgentAccess(client);
        this.own = own;
        machineConfigs = new OpenShiftPools(client, view, fleet, clock);
        starts = new KubeletStarts(client, view::changed);
    }

    /** One pass; returns where the rollout of each group stands. */
    Map<String, GroupProgress> pass(NUMAResourcesOperator primary, Pass pass, KubernetesVersion server) {
        if (!fleet.isOpen()) {
            return Map.of();
        }
        var pooled = machineConfigs.pass(
                primary, pass, approved(primary), annotation(primary, RETRY).isPresent());
        var planner = new FleetPlanner(primary, pass, fleet.all(), false);
        var plan = planner.plan();
        if (!plan.stopped() && !plan.pools().isEmpty()) {
            access.ensure(plan.owner(), server, pass.platform());
            starts.start();
        }
        fleet.publish(plan);
        if (!plan.stopped()) {
            work(primary, pass, planner, plan);
        }
        var progress = new TreeMap<>(pooled);
        for (var pool : plan.pools()) {
            if (plan.groups().containsKey(pool.name()) && !pool.revision().equals(Reported.RESTORE)) {
                var group = group(primary, plan, pool);
                progress.put(pool.name(), GroupProgress.of(group, GroupRollout.decide(group)));
            }
        }
        return progress;
    }

    void stop() {
        starts.stop();
    }

    /** What a person should know of the nodes. */
    List<Finding> findings(Pass pass) {
        var findings = new ArrayList<>(RolloutFindings.of(fleet.all().values()));
        findings.addAll(RolloutFindings.down(fleet.all().values(), pass.nodes(), clock.instant()));
        findings.addAll(machineConfigs.findings());
        return findings;
    }

    /** When the next pass is due; zero for when something happens. */
    Duration again() {
        return machineConfigs.again();
    }

    /** After the resource was deleted: has every node get back what it ran before; true once none is managed any more. */
    boolean restored(NUMAResourcesOperator primary, Pass pass) {
        if (!fleet.isOpen()) {
            return false;
        }
        var planner = new FleetPlanner(primary, pass, fleet.all(), true);
        var plan = planner.plan();
        fleet.publish(plan);
        work(primary, pass, planner, plan);
        return fleet.all().isEmpty() && machineConfigs.removed();
    }

    /** After the resource was deleted: what is still to be done, for people. */
    String remaining() {
        var left = fleet.all().values();
        return "%d nodes get back what their kubelets ran before: %s"
                .formatted(
                        left.size(),
                        left.stream()
                                .limit(SHOWN)
                                .map(node -> node.name() + " is in phase "
                                        + node.phase().value())
                                .collect(Collectors.joining(", ")));
    }

    private void work(NUMAResourcesOperator primary, Pass pass, FleetPlanner planner, FleetPlan plan) {
        var changes = new FleetChanges(fleet, writer, plan.owner());
        planner.done(plan).forEach(changes::forget);
        for (var pool : plan.pools()) {
            for (var node : pool.nodes()) {
                changes.manage(
                        node.name(),
                        pool.name(),
                        pool.revision(),
                        planner.onDelete(pool.name(), fleet.find(node.name())));
                fleet.find(node.name())
                        .flatMap(known -> Drift.of(
                                known,
                                node,
                                pass.topologies().get(node.name()),
                                starts.last(node.name()),
                                clock.instant()))
                        .ifPresent(why -> {
                            if (changes.reconsider(fleet.find(node.name()).orElseThrow(), why)) {
                                starts.done(node.name());
                            }
                        });
            }
        }
        retry(primary, changes);
        grant(primary, plan, changes);
    }

    private void retry(NUMAResourcesOperator primary, FleetChanges changes) {
        if (annotation(primary, RETRY).isEmpty()) {
            return;
        }
        fleet.all().values().stream()
                .filter(node -> node.understood() && !node.phase().inFlight())
                .filter(node -> node.phase().failed() || node.phase() == Phase.PREFLIGHT_FAILED)
                .forEach(node -> changes.reconsider(node, "is tried again"));
        client.resource(primary)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"%s\":null}}}".formatted(RETRY));
    }

    /** The node of the operator goes last; its own pod leaves it with the drain, and the next leader goes on. */
    private void grant(NUMAResourcesOperator primary, FleetPlan plan, FleetChanges changes) {
        for (var pool : plan.pools()) {
            if (pool.revision().equals(Reported.INSPECT)) {
                continue;
            }
            Decision decision = GroupRollout.decide(group(primary, plan, pool));
            decision.grants().stream()
                    .flatMap(name -> fleet.find(name).stream())
                    .forEach(changes::grant);
            decision.moveLeaderFrom().flatMap(fleet::find).ifPresent(changes::grant);
        }
    }

    private Group group(NUMAResourcesOperator primary, FleetPlan plan, Pool pool) {
        var reported = fleet.all();
        boolean busy = plan.pools().stream()
                .filter(other -> other != pool)
                .flatMap(other -> other.nodes().stream())
                .filter(node -> node.controlPlane() && reported.containsKey(node.name()))
                .anyMatch(node -> reported.get(node.name()).phase().inFlight());
        return pool.group(reported, approved(primary), own.node(), busy, clock.instant());
    }

    private static List<String> approved(NUMAResourcesOperator primary) {
        return annotation(primary, APPROVE)
                .map(text -> Arrays.stream(text.split(",")).map(String::strip).toList())
                .orElse(List.of());
    }

    private static Optional<String> annotation(NUMAResourcesOperator primary, String name) {
        return Optional.ofNullable(primary.getMetadata().getAnnotations()).map(annotations -> annotations.get(name));
    }
}
