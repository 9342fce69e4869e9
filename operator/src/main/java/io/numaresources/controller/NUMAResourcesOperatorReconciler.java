package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.MaxReconciliationInterval;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.numaresources.api.v1alpha1.CRDOnDelete;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import io.numaresources.platform.ServerVersion;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.ObjectKey;
import io.numaresources.stack.Stack;
import io.numaresources.stack.StackLabels;
import io.numaresources.stack.StackPlanner;
import io.numaresources.stack.UpgradeOrder;
import io.numaresources.stack.VersionMatrix;
import io.numaresources.status.Observation;
import io.numaresources.status.StatusFactory;
import io.numaresources.trace.Activity;
import io.numaresources.trace.Traces;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plan, write what differs, remove what nobody wants, report. */
@ControllerConfiguration(
        name = "numaresources",
        fieldManager = StackLabels.OPERATOR,
        finalizerName = "numaresources.io/cleanup",
        // comparableResourceVersions = false: JOSDK 5.3.0 to 5.3.3 may lose a spec change made during our own status
        // write (#3398)
        informer = @Informer(comparableResourceVersions = false, onUpdateFilter = AskedForSomethingElse.class),
        generationAwareEventProcessing = false,
        maxReconciliationInterval = @MaxReconciliationInterval(interval = 5, timeUnit = TimeUnit.MINUTES))
public class NUMAResourcesOperatorReconciler
        implements Reconciler<NUMAResourcesOperator>, Cleaner<NUMAResourcesOperator> {

    private final OperatorSettings settings;
    private final VersionMatrix matrix;
    private final ClusterView view;
    private final ObjectWriter writer;
    private final TopologyCrd topologyCrd;
    private final Topologies topologies;
    private final SchedulerRestart schedulerRestart;
    private final ServerVersion serverVersion;
    private final StatusFactory statuses;
    private final StatusPace pace;
    private final News news;
    private final Guard guard;
    private final KubeletRollout kubelets;
    private final Traces traces;

    public NUMAResourcesOperatorReconciler(
            KubernetesClient client,
            OperatorSettings settings,
            VersionMatrix matrix,
            OwnPod own,
            Fleet fleet,
            Clock clock,
            MeterRegistry metrics,
            Traces traces) {
        this.traces = traces;
        this.settings = settings;
        this.matrix = matrix;
        var verdicts = new PodVerdicts(client, metrics, clock);
        view = new ClusterView(client, settings.namespace(), verdicts.feed(), settings.discoveryInterval());
        guard = new Guard(client, settings, metrics, clock, view, fleet, verdicts);
        writer = new ObjectWriter(client, view.owned(), traces);
        topologyCrd = new TopologyCrd(client);
        topologies = new Topologies(client);
        schedulerRestart = new SchedulerRestart(clock);
        serverVersion = new ServerVersion(client, clock);
        statuses = new StatusFactory(clock);
        pace = new StatusPace(client.getKubernetesSerialization(), clock);
        news = new News(new EventEmitter(client, clock));
        kubelets = new KubeletRollout(client, own, fleet, view, clock);
        fleet.onNews(view::changed);
    }

    @Override
    public List<EventSource<?, NUMAResourcesOperator>> prepareEventSources(
            EventSourceContext<NUMAResourcesOperator> context) {
        return List.of(new Signals(view, this::stop));
    }

    @Override
    public UpdateControl<NUMAResourcesOperator> reconcile(
            NUMAResourcesOperator stored, Context<NUMAResourcesOperator> context) {
        return traces.during(
                Activity.pass("numaresources", "reconcile", stored.getMetadata().getName()),
                () -> pass(stored, context));
    }

    private UpdateControl<NUMAResourcesOperator> pass(
            NUMAResourcesOperator stored, Context<NUMAResourcesOperator> context) {
        var pass = Pass.of(stored, view);
        guard.follow(pass);
        var primary = pass.primary();
        var restart = schedulerRestart.decide(Workloads.restartInForce(view.owned()), pass.managedTopologies());
        var server = serverVersion.current(Pass.kubelets(pass.nodes()).collect(Collectors.toSet()));
        Stack stack = StackPlanner.plan(pass.input(settings.namespace(), server, restart.value()), matrix);
        boolean restarts = stack.choice().restartsOnTopologyChange();

        var crd = topologyCrd.look(stack.topologyCRD(), view.topologyCrd(), context);
        boolean writes = !primary.getSpec().paused() && !pass.unread().beyondGroups();
        var order = writes
                ? UpgradeOrder.of(stack.objects(), object -> view.owned().find(ObjectKey.of(object)), pass.readyNodes())
                : UpgradeOrder.NONE;
        var changes = writer.differences(primary, stack.objects(), new Kept(pass.frozen(), order.waiting()), context);
        var pending = new ArrayList<String>();
        if (!writes) {
            pending.addAll(changes.texts());
        } else {
            stack.topologyCRD().filter(wanted -> crd.differs()).ifPresent(topologyCrd::write);
            writer.write(stack.objects(), changes);
            removeStale(pass, stack);
            boolean written = !order.waiting().equals(Optional.of(StackLabels.SCHEDULER));
            news.changed(primary, changes, restarts && restart.restarts() && written);
        }

        var progress = kubelets.pass(primary, pass, server);
        var findings = new ArrayList<>(pass.findings());
        findings.addAll(stack.findings());
        var downgrade = pass.downgrade(settings.version());
        downgrade.finding().ifPresent(findings::add);
        findings.addAll(kubelets.findings(pass));
        var pools = guard.pools(pass);
        guard.taint(pass, pools, writes);
        findings.addAll(guard.findings(pass, pools));
        crd.finding().ifPresent(findings::add);
        news.found(primary, findings);
        var observation = new Observation(
                primary.getMetadata().getGeneration(),
                primary.getSpec(),
                settings.namespace(),
                pass.membership(),
                pass.topologies(),
                stack.choice(),
                Workloads.updaters(view.owned()),
                Workloads.scheduler(view.owned()).map(Workloads::of),
                findings,
                pending,
                pass.versions(settings.version(), downgrade.newest(), server, stack),
                Pass.related(stack.objects(), downgrade.left()),
                Optional.of(restart.value()).filter(value -> !value.isEmpty()),
                restarts && restart.again().isPositive(),
                order,
                progress,
                pools);
        return report(
                primary,
                statuses.status(primary.getStatus(), observation),
                kubelets.again(),
                restarts ? restart.again() : Duration.ZERO);
    }

    /** Taints at once, they are of no use to anybody any more; kubelets, while everything else still works; then updaters, so that none writes a topology again; then the topologies; everything else has an owner. */
    @Override
    public DeleteControl cleanup(NUMAResourcesOperator primary, Context<NUMAResourcesOperator> context) {
        return traces.during(
                Activity.pass("numaresources", "cleanup", primary.getMetadata().getName()),
                () -> removal(primary, context));
    }

    private DeleteControl removal(NUMAResourcesOperator primary, Context<NUMAResourcesOperator> context) {
        if (!guard.free()) {
            return DeleteControl.noFinalizerRemoval().rescheduleAfter(Duration.ofSeconds(5));
        }
        var pass = Pass.of(primary, view);
        if (!kubelets.restored(primary, pass)) {
            restoring(primary, context);
            return DeleteControl.noFinalizerRemoval().rescheduleAfter(Duration.ofSeconds(5));
        }
        if (!writer.removeUpdaters(primary)) {
            return DeleteControl.noFinalizerRemoval().rescheduleAfter(Duration.ofSeconds(1));
        }
        topologies.delete(topologies.managed(
                pass.topologies().values(), pass.membership().groupOfNode().keySet()));
        if (primary.getSpec().topologyCRD().onDelete() == CRDOnDelete.DELETE) {
            topologyCrd.delete(view.topologyCrd());
        }
        guard.unfollow();
        return DeleteControl.defaultDelete();
    }

    @Override
    public ErrorStatusUpdateControl<NUMAResourcesOperator> updateErrorStatus(
            NUMAResourcesOperator primary, Context<NUMAResourcesOperator> context, Exception error) {
        guard.failed();
        if (error instanceof KubernetesClientException refused && refused.getCode() == 409) {
            return ErrorStatusUpdateControl.noStatusUpdate();
        }
        String message = error.getMessage() == null ? error.toString() : error.getMessage();
        var status = statuses.failed(primary.getStatus(), primary.getMetadata().getGeneration(), message);
        return pace.same(primary.getStatus(), status)
                ? ErrorStatusUpdateControl.noStatusUpdate()
                : ErrorStatusUpdateControl.patchStatus(StatusPace.fresh(primary, status));
    }

    private void stop() {
        guard.stop();
        kubelets.stop();
    }

    private void restoring(NUMAResourcesOperator primary, Context<NUMAResourcesOperator> context) {
        var status =
                statuses.restoring(primary.getStatus(), primary.getMetadata().getGeneration(), kubelets.remaining());
        pace.write(context.getClient(), primary, status);
    }

    private void removeStale(Pass pass, Stack stack) {
        var settled = Workloads.updaters(view.owned()).entrySet().stream()
                .filter(updater -> !pass.frozen().contains(updater.getKey()))
                .filter(updater -> updater.getValue().settled())
                .map(java.util.Map.Entry::getKey)
                .filter(stack.choice().updaterTypes()::containsKey)
                .collect(Collectors.toMap(
                        group -> group, group -> stack.choice().updaterTypes().get(group)));
        topologies.delete(topologies.stale(
                pass.topologies().values(),
                pass.membership().groupOfNode(),
                pass.membership().conflicts().keySet(),
                pass.nodes().stream().map(NodeFacts::name).collect(Collectors.toSet()),
                settled));
    }

    private UpdateControl<NUMAResourcesOperator> report(
            NUMAResourcesOperator primary, NUMAResourcesOperatorStatus status, Duration... again) {
        guard.done(status);
        return pace.control(primary, status, Stream.concat(Arrays.stream(again), Stream.of(guard.again())));
    }
}
