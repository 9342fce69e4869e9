package io.numaresources.status;

import io.numaresources.api.v1alpha1.ConditionType;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.GroupStatus;
import io.numaresources.api.v1alpha1.TopologiesStatus;
import io.numaresources.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The five conditions. */
final class Verdicts {
    private static final String UPGRADING = "Upgrading";

    private Verdicts() {}

    static List<Verdict> of(
            Observation seen, List<GroupStatus> groups, TopologiesStatus topologies, List<Finding> findings) {
        Verdict available = available(seen, groups);
        Verdict progressing = progressing(seen, groups, topologies);
        Verdict degraded = degraded(seen, findings);
        return List.of(
                available,
                progressing,
                degraded,
                upgradeable(seen, degraded),
                ready(available, progressing, degraded, topologies));
    }

    private static Verdict upgradeable(Observation seen, Verdict degraded) {
        if (degraded.holds()) {
            return new Verdict(
                    ConditionType.UPGRADEABLE, false, degraded.reason(), "resolve first: " + degraded.message());
        }
        if (seen.upgrade().underWay()) {
            return new Verdict(
                    ConditionType.UPGRADEABLE,
                    false,
                    UPGRADING,
                    "updaters or scheduler are being rolled: wait until Progressing is False");
        }
        return new Verdict(
                ConditionType.UPGRADEABLE, true, "AsExpected", "the operator and its operands can be upgraded");
    }

    private static Verdict available(Observation seen, List<GroupStatus> groups) {
        if (seen.spec().scheduler().enabled()
                && seen.scheduler().map(Observation.Workload::ready).orElse(0) == 0
                && seen.choice().schedulerReplicas() > 0) {
            return new Verdict(
                    ConditionType.AVAILABLE,
                    false,
                    "SchedulerNotReady",
                    "no pod of scheduler " + seen.spec().scheduler().name() + " is ready yet");
        }
        var waiting = groups.stream()
                .filter(group -> group.nodes() > 0 && group.ready() == 0)
                .map(GroupStatus::name)
                .toList();
        if (!waiting.isEmpty()) {
            return new Verdict(
                    ConditionType.AVAILABLE,
                    false,
                    "UpdaterNotReady",
                    "no updater pod is ready yet in group " + String.join(", ", waiting));
        }
        return new Verdict(ConditionType.AVAILABLE, true, "AsExpected", "scheduler and updaters are serving");
    }

    private static Verdict progressing(Observation seen, List<GroupStatus> groups, TopologiesStatus topologies) {
        if (seen.spec().paused()) {
            return new Verdict(
                    ConditionType.PROGRESSING,
                    false,
                    "Paused",
                    seen.pendingWrites().isEmpty()
                            ? "spec.paused is true, nothing would be changed"
                            : "spec.paused is true, not written: " + String.join(", ", seen.pendingWrites()));
        }
        if (!seen.pendingWrites().isEmpty()) {
            return new Verdict(
                    ConditionType.PROGRESSING,
                    false,
                    FindingCode.UNKNOWN_VALUE.code(),
                    "the spec has a value that this version does not know, not written: "
                            + String.join(", ", seen.pendingWrites()));
        }
        var waits = new ArrayList<String>();
        seen.upgrade().waiting().ifPresent(component -> waits.add(seen.upgrade().reason()));
        groups.stream()
                .filter(group -> "Progressing".equals(group.phase()))
                .map(group -> "group " + group.name() + ": " + group.message())
                .forEach(waits::add);
        if (seen.spec().scheduler().enabled()
                && seen.scheduler().filter(Observation.Workload::settled).isEmpty()) {
            waits.add(seen.scheduler()
                    .map(scheduler -> "scheduler: " + scheduler.ready() + " of " + scheduler.desired()
                            + " pods are ready" + (scheduler.current() ? "" : ", an update is under way"))
                    .orElse("scheduler: being created"));
        }
        if (seen.spec().scheduler().enabled() && seen.schedulerRestartDue()) {
            waits.add(
                    "scheduler: is about to be restarted, at most once a minute, to read the topologies of new nodes");
        }
        if (topologies.missing() > 0) {
            waits.add("NodeResourceTopology: " + topologies.nodes() + " of "
                    + (topologies.nodes() + topologies.missing()) + " nodes have published one");
        }
        if (waits.isEmpty() && seen.upgrade().underWay()) {
            waits.add("updaters or scheduler: are about to run another image");
        }
        return waits.isEmpty()
                ? new Verdict(ConditionType.PROGRESSING, false, "AsExpected", "everything is as the spec wants it")
                : new Verdict(
                        ConditionType.PROGRESSING,
                        true,
                        seen.upgrade().underWay() ? UPGRADING : "Converging",
                        String.join("; ", waits));
    }

    private static Verdict degraded(Observation seen, List<Finding> findings) {
        if (!seen.membership().conflicts().isEmpty()) {
            var nodes = seen.membership().conflicts().entrySet().stream()
                    .limit(5)
                    .map(conflict -> conflict.getKey() + " is in groups "
                            + conflict.getValue().stream().collect(Collectors.joining(" and ")))
                    .collect(Collectors.joining("; "));
            return new Verdict(
                    ConditionType.DEGRADED,
                    true,
                    FindingCode.OVERLAPPING_GROUPS.code(),
                    nodes + "; these groups are left as they are until each node is in one of them");
        }
        var serious = findings.stream().filter(StatusFactory::serious).toList();
        return serious.isEmpty()
                ? new Verdict(ConditionType.DEGRADED, false, "AsExpected", "nothing needs attention")
                : new Verdict(
                        ConditionType.DEGRADED,
                        true,
                        serious.getFirst().code(),
                        serious.getFirst().message());
    }

    private static Verdict ready(
            Verdict available, Verdict progressing, Verdict degraded, TopologiesStatus topologies) {
        for (Verdict verdict : List.of(degraded, progressing)) {
            if (verdict.holds()) {
                return new Verdict(ConditionType.READY, false, verdict.reason(), verdict.message());
            }
        }
        if (!available.holds()) {
            return new Verdict(ConditionType.READY, false, available.reason(), available.message());
        }
        return new Verdict(
                ConditionType.READY,
                true,
                "AsExpected",
                topologies.nodes() + " nodes publish their topology, pods can be aligned");
    }
}
