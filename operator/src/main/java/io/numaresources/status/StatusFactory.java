package io.numaresources.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.numaresources.api.v1alpha1.ConditionType;
import io.numaresources.api.v1alpha1.DaemonSetStatus;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.GroupStatus;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import io.numaresources.api.v1alpha1.SchedulerStatus;
import io.numaresources.api.v1alpha1.Severity;
import io.numaresources.api.v1alpha1.TopologiesStatus;
import io.numaresources.api.v1alpha1.UpdaterStatus;
import io.numaresources.stack.StackLabels;
import io.numaresources.stack.TopologyFacts;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Status of a NUMAResourcesOperator from what a pass saw and the status before. */
public final class StatusFactory {
    private static final int MOST_FINDINGS = 50;
    private static final int MOST_RELATED = 100;

    private final Clock clock;

    public StatusFactory(Clock clock) {
        this.clock = clock;
    }

    /** Status for an observation; equal observations give equal statuses, whatever the time. */
    public NUMAResourcesOperatorStatus status(@Nullable NUMAResourcesOperatorStatus previous, Observation seen) {
        List<GroupStatus> groups = seen.spec().nodeGroups().stream()
                .map(group -> GroupSummary.of(group, seen, before(previous, group.name()), clock.instant()))
                .toList();
        TopologiesStatus topologies = topologies(seen);
        List<Finding> findings = findings(seen);
        var before = previous == null ? List.<Condition>of() : previous.conditions();
        return new NUMAResourcesOperatorStatus(
                seen.generation(),
                Conditions.dated(Verdicts.of(seen, groups, topologies, findings), before, seen.generation(), clock),
                groups.size(),
                groups.stream().mapToInt(GroupStatus::nodes).sum(),
                groups.stream().mapToInt(GroupStatus::configured).sum(),
                groups,
                updater(seen),
                scheduler(seen),
                topologies,
                findings,
                seen.versions(),
                seen.relatedObjects().stream().limit(MOST_RELATED).toList());
    }

    private static @Nullable GroupStatus before(@Nullable NUMAResourcesOperatorStatus previous, String group) {
        return previous == null
                ? null
                : previous.nodeGroups().stream()
                        .filter(status -> status.name().equals(group))
                        .findFirst()
                        .orElse(null);
    }

    /** The former status with a Degraded condition for an error that stopped a pass. */
    public NUMAResourcesOperatorStatus failed(
            @Nullable NUMAResourcesOperatorStatus previous, long generation, String message) {
        return with(
                previous,
                generation,
                new Verdict(ConditionType.DEGRADED, true, "ReconcileFailed", message),
                new Verdict(ConditionType.READY, false, "ReconcileFailed", message));
    }

    /** The former status of a resource that is being deleted, with what it still waits for. */
    public NUMAResourcesOperatorStatus restoring(
            @Nullable NUMAResourcesOperatorStatus previous, long generation, String message) {
        return with(
                previous,
                generation,
                new Verdict(ConditionType.PROGRESSING, true, "Restoring", message),
                new Verdict(ConditionType.READY, false, "Restoring", message));
    }

    private NUMAResourcesOperatorStatus with(
            @Nullable NUMAResourcesOperatorStatus previous, long generation, Verdict... verdicts) {
        var before = Optional.ofNullable(previous);
        var replaced =
                Arrays.stream(verdicts).map(verdict -> verdict.type().value()).collect(Collectors.toSet());
        var conditions = new ArrayList<>(before.map(NUMAResourcesOperatorStatus::conditions).orElse(List.of()).stream()
                .filter(condition -> !replaced.contains(condition.getType()))
                .toList());
        conditions.addAll(Conditions.dated(
                List.of(verdicts),
                before.map(NUMAResourcesOperatorStatus::conditions).orElse(List.of()),
                generation,
                clock));
        return new NUMAResourcesOperatorStatus(
                generation,
                conditions,
                before.map(NUMAResourcesOperatorStatus::groupCount).orElse(0),
                before.map(NUMAResourcesOperatorStatus::nodeCount).orElse(0),
                before.map(NUMAResourcesOperatorStatus::configuredCount).orElse(0),
                before.map(NUMAResourcesOperatorStatus::nodeGroups).orElse(List.of()),
                before.map(NUMAResourcesOperatorStatus::updater).orElse(null),
                before.map(NUMAResourcesOperatorStatus::scheduler).orElse(null),
                before.map(NUMAResourcesOperatorStatus::topologies).orElse(null),
                before.map(NUMAResourcesOperatorStatus::findings).orElse(List.of()),
                before.map(NUMAResourcesOperatorStatus::versions).orElse(null),
                before.map(NUMAResourcesOperatorStatus::relatedObjects).orElse(List.of()));
    }

    private static List<Finding> findings(Observation seen) {
        return seen.findings().stream()
                .sorted(Comparator.comparing(Finding::severity)
                        .reversed()
                        .thenComparing(Finding::code)
                        .thenComparing(finding -> finding.group() == null ? "" : finding.group())
                        .thenComparing(finding -> finding.node() == null ? "" : finding.node())
                        .thenComparing(Finding::message))
                .limit(MOST_FINDINGS)
                .toList();
    }

    private static TopologiesStatus topologies(Observation seen) {
        var groupOf = seen.membership().groupOfNode();
        int published = 0;
        int missing = 0;
        int fresh = 0;
        int conflicts = 0;
        for (String node : groupOf.keySet()) {
            TopologyFacts topology = seen.topologies().get(node);
            if (topology == null) {
                missing++;
                continue;
            }
            published++;
            boolean conflict = topology.writers().size() > 1;
            conflicts += conflict ? 1 : 0;
            fresh += !conflict && topology.zones() > 0 && !topology.policy().isEmpty() ? 1 : 0;
        }
        int orphans = (int) seen.topologies().values().stream()
                .filter(topology -> topology.ours() && !groupOf.containsKey(topology.name()))
                .count();
        return new TopologiesStatus(published, missing, fresh, published - fresh - conflicts + orphans, conflicts);
    }

    private static UpdaterStatus updater(Observation seen) {
        var images = seen.upgrade()
                .inForce(StackLabels.UPDATER)
                .map(Set::copyOf)
                .orElseGet(() -> Set.copyOf(seen.choice().updaterImages().values()));
        var sets = seen.workloads().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(workload -> new DaemonSetStatus(
                        seen.operandNamespace(),
                        workload.getValue().name(),
                        workload.getKey(),
                        workload.getValue().desired(),
                        workload.getValue().ready()))
                .toList();
        return new UpdaterStatus(
                seen.spec().updater().type().value(), images.stream().sorted().collect(Collectors.joining(", ")), sets);
    }

    private static @Nullable SchedulerStatus scheduler(Observation seen) {
        if (!seen.spec().scheduler().enabled()) {
            return null;
        }
        return new SchedulerStatus(
                seen.spec().scheduler().name(),
                seen.upgrade()
                        .inForce(StackLabels.SCHEDULER)
                        .map(List::getFirst)
                        .or(() -> seen.choice().schedulerImage())
                        .orElse(null),
                seen.choice().schedulerReplicas(),
                seen.scheduler().map(Observation.Workload::ready).orElse(0),
                seen.choice().informer().value(),
                seen.schedulerRestart().orElse(null));
    }

    /** Whether a finding makes the resource degraded. */
    static boolean serious(Finding finding) {
        return finding.severity() == Severity.ERROR;
    }
}
