package io.numaresources.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.numaresources.api.v1alpha1.Consistency;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import io.numaresources.fleet.Reported;
import io.numaresources.metric.Metric;
import io.numaresources.rollout.Phase;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the status says, as numbers. */
final class StatusNumbers {
    private final Gauges conditions;
    private final Gauges findings;
    private final Gauges groups;
    private final Gauges phases;
    private final Gauges topologies;

    StatusNumbers(MeterRegistry metrics) {
        conditions = new Gauges(Metric.CONDITION, metrics);
        findings = new Gauges(Metric.FINDINGS, metrics);
        groups = new Gauges(Metric.GROUP_NODES, metrics);
        phases = new Gauges(Metric.NODES, metrics);
        topologies = new Gauges(Metric.TOPOLOGIES, metrics);
    }

    /**
     * Shows a status.
     *
     * @param nodes all NUMANodes
     */
    void show(NUMAResourcesOperatorStatus status, Collection<Reported> nodes) {
        var held = new LinkedHashMap<List<String>, Integer>();
        status.conditions()
                .forEach(condition ->
                        held.put(List.of(condition.getType()), "True".equals(condition.getStatus()) ? 1 : 0));
        conditions.set(held);
        var found = new LinkedHashMap<List<String>, Integer>();
        status.findings()
                .forEach(finding -> found.merge(List.of(finding.severity().value(), finding.code()), 1, Integer::sum));
        findings.set(found);
        showGroups(status);
        var byPhase = new LinkedHashMap<List<String>, Integer>();
        for (var phase : Phase.values()) {
            byPhase.put(List.of(phase.value()), 0);
        }
        nodes.forEach(node -> byPhase.merge(List.of(node.phase().value()), 1, Integer::sum));
        phases.set(byPhase);
        Optional.ofNullable(status.topologies())
                .ifPresent(all -> topologies.set(Map.of(
                        List.of("fresh"), all.fresh(),
                        List.of("stale"), all.stale(),
                        List.of("conflict"), all.conflicts(),
                        List.of("missing"), all.missing())));
    }

    /** The resource is gone. */
    void clear() {
        List.of(conditions, findings, groups, phases, topologies).forEach(gauges -> gauges.set(Map.of()));
    }

    private void showGroups(NUMAResourcesOperatorStatus status) {
        var byState = new LinkedHashMap<List<String>, Integer>();
        for (var group : status.nodeGroups()) {
            byState.put(List.of(group.name(), "all"), group.nodes());
            byState.put(List.of(group.name(), "ready"), group.ready());
            byState.put(List.of(group.name(), "configured"), group.configured());
            byState.put(List.of(group.name(), "pending"), group.pendingRestart());
            byState.put(List.of(group.name(), "failed"), group.failed());
            byState.put(
                    List.of(group.name(), "outlier"),
                    Optional.ofNullable(group.consistency())
                            .map(Consistency::outliers)
                            .orElse(0));
        }
        groups.set(byState);
    }
}
