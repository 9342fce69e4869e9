package io.numaresources.openshift;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.api.v1alpha1.RolloutMode;
import io.numaresources.api.v1alpha1.Severity;
import io.numaresources.finding.FindingCode;
import io.numaresources.finding.PreflightFinding;
import io.numaresources.fleet.GroupProgress;
import io.numaresources.fleet.GroupWish;
import io.numaresources.kubelet.preflight.Problem;
import io.numaresources.kubelet.preflight.Violation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A group, its pool, and what is to be done: refused, waiting, announced, written or watched.
 *
 * @param group the group
 * @param wish what it asks for
 * @param pool its pool
 * @param pools all pools
 * @param members the nodes of the pool
 * @param configs what is stored
 * @param orders what people said
 * @param now the time
 */
public record PoolCase(
        NodeGroup group,
        GroupWish wish,
        MachinePool pool,
        PoolNodes pools,
        List<PoolMember> members,
        KubeletConfigs configs,
        Orders orders,
        Instant now) {

    /**
     * What people said, and what they have been told.
     *
     * @param stopped whether nothing may be written
     * @param approved whether the revision was approved, for mode Manual
     * @param announced whether the status tells already what will happen to the nodes
     * @param retry whether what failed is to be tried again
     * @param numaScheduler whether a NUMA-aware scheduler serves the cluster
     */
    public record Orders(boolean stopped, boolean approved, boolean announced, boolean retry, boolean numaScheduler) {}

    /** Decides. A revision is rendered once: what an inspection finds later never reboots a node. */
    public PoolOutcome decide() {
        var seen = configs.ours(pool.name()).flatMap(this::written);
        if (seen.isEmpty()) {
            return change();
        }
        boolean wrong = seen.get().progress().frozen()
                || seen.get().findings().stream()
                        .anyMatch(finding -> finding.code().equals(FindingCode.KUBELET_CONFIG_CHANGED.code()));
        return orders.retry() && wrong ? change() : seen.get();
    }

    /** How a KubeletConfig stands that was written for what the group asks for. */
    private Optional<PoolOutcome> written(StoredConfig stored) {
        if (stored.annotation(Rendering.REVISION).equals(wish.revision())) {
            return Optional.of(new PoolWatch(this, stored).outcome());
        }
        return stored.annotation(Rendering.TAKEN_BACK).equals(wish.revision())
                ? Optional.of(PoolWatch.takenBack(this))
                : Optional.empty();
    }

    private PoolOutcome change() {
        var unread = members.stream()
                .filter(member -> member.inspected().isEmpty())
                .map(PoolMember::name)
                .toList();
        if (members.isEmpty() || !unread.isEmpty()) {
            return waits(
                    List.of(),
                    members.isEmpty()
                            ? "pool %s has no nodes".formatted(pool.name())
                            : "%d of %d nodes have still to be inspected, among them %s"
                                    .formatted(unread.size(), members.size(), unread.getFirst()));
        }
        PoolPlan plan;
        try {
            plan = PoolPlan.of(wish.wish(), pool, members, configs, orders.numaScheduler());
        } catch (IllegalArgumentException unreadable) {
            return waits(List.of(), "what a node reports can't be read: " + unreadable.getMessage());
        }
        var findings = findings(plan.violations());
        var label = Rendering.label(pool, pools.pools());
        if (label.isEmpty()) {
            return refused(findings, new Violation(Problem.POOL_UNLABELLED, "pool " + pool.name()));
        }
        if (!plan.passes()) {
            return refused(findings);
        }
        String effect = "the machine-config operator drains and reboots the %d nodes of pool %s, %s at a time"
                .formatted(members.size(), pool.name(), pool.maxUnavailable());
        String text = "KubeletConfig %s: %s; with it %s".formatted(Rendering.name(pool.name()), plan.text(), effect);
        if (orders.stopped() || group.rollout().paused()) {
            return waits(findings, "paused; not written: " + text);
        }
        if (pool.paused()) {
            return waits(findings, "pool %s is paused: %s".formatted(pool.name(), Problem.POOL_PAUSED.remedy()));
        }
        if (!pool.settled()) {
            return waits(
                    findings,
                    pool.degraded()
                            .map(why ->
                                    "pool %s is degraded (%s): repair it first".formatted(pool.name(), why.message()))
                            .orElse("pool %s is updating".formatted(pool.name())));
        }
        if (group.rollout().mode() == RolloutMode.MANUAL && !orders.approved()) {
            return waits(
                    findings,
                    "waits for approval of revision %s in the annotation numaresources.io/approve; would write %s"
                            .formatted(wish.revision(), text));
        }
        if (!orders.announced() && !orders.retry()) {
            return new PoolOutcome(
                    progress(0, 0, false, false, "about to write " + text), findings, new PoolStep.Announce(text));
        }
        var object = Rendering.object(pool.name(), label.get(), plan.kubelet(), annotations(plan));
        return new PoolOutcome(
                progress(0, 0, false, true, "written: " + text), findings, new PoolStep.Write(object, text));
    }

    private Map<String, String> annotations(PoolPlan plan) {
        var annotations = new LinkedHashMap<String, String>();
        annotations.put(Rendering.OF_GROUP, group.name());
        annotations.put(Rendering.REVISION, wish.revision());
        annotations.put(Rendering.WRITTEN, Rendering.hash(plan.kubelet()));
        annotations.put(
                Rendering.WRITTEN_AT, now.truncatedTo(ChronoUnit.SECONDS).toString());
        annotations.put(
                Rendering.PREVIOUS,
                configs.ours(pool.name()).map(this::previous).orElse("{}"));
        annotations.put(Rendering.BEFORE, pool.wanted());
        if (group.kubelet() != null) {
            annotations.put(Rendering.ON_DELETE, group.kubelet().onDelete().value());
        }
        return annotations;
    }

    /** What is written again for the same revision doesn't replace what there was before that. */
    private String previous(StoredConfig stored) {
        return stored.annotation(Rendering.REVISION).equals(wish.revision())
                ? stored.annotation(Rendering.PREVIOUS)
                : JsonText.of(stored.kubelet());
    }

    private List<Finding> findings(List<Violation> violations) {
        return violations.stream()
                .map(violation -> PreflightFinding.of(violation, group.name(), null))
                .toList();
    }

    private PoolOutcome refused(List<Finding> before, Violation... more) {
        var findings = new ArrayList<>(before);
        findings.addAll(findings(List.of(more)));
        String why = findings.stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(Finding::message)
                .collect(Collectors.joining("; "));
        return new PoolOutcome(
                progress(0, members.size(), true, false, "refused: " + why), findings, new PoolStep.None());
    }

    private PoolOutcome waits(List<Finding> findings, String message) {
        return new PoolOutcome(progress(0, 0, false, false, message), findings, new PoolStep.None());
    }

    GroupProgress progress(int configured, int failed, boolean frozen, boolean started, String message) {
        return new GroupProgress(
                wish.revision(),
                members.size(),
                configured,
                Math.max(0, members.size() - configured - failed),
                failed,
                frozen,
                started,
                message);
    }
}
