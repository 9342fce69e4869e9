package io.numaresources.openshift;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.api.v1alpha1.OnTimeout;
import io.numaresources.finding.FindingCode;
import io.numaresources.fleet.NodePlan;
import io.numaresources.stack.GoDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** How far a KubeletConfig that was written has got: rendered, in the pool's configuration, on each node, in each kubelet. */
final class PoolWatch {
    private static final int SHOWN = 3;

    /** An accepted KubeletConfig whose MachineConfig is the same as before leads to no new rendered configuration. */
    private static final Duration UNCHANGED = Duration.ofMinutes(5);

    private final PoolCase about;
    private final MachinePool pool;
    private final StoredConfig stored;
    private final List<Finding> findings = new ArrayList<>();

    PoolWatch(PoolCase about, StoredConfig stored) {
        this.about = about;
        this.stored = stored;
        pool = about.pool();
    }

    PoolOutcome outcome() {
        changedByOthers();
        return switch (stored.rendered()) {
            case StoredConfig.Rendered.Pending() ->
                going(0, "the machine-config operator has not rendered KubeletConfig %s yet".formatted(stored.name()));
            case StoredConfig.Rendered.Refused(String message) ->
                failed(
                        FindingCode.KUBELET_CONFIG_REFUSED,
                        "the machine-config operator refused KubeletConfig %s, nothing is rolled out: %s"
                                .formatted(stored.name(), message));
            case StoredConfig.Rendered.Accepted() -> accepted();
        };
    }

    /** A revision that was taken back stays so until the group asks for something else, or a person has it tried again. */
    static PoolOutcome takenBack(PoolCase about) {
        String message =
                "pool %s: nodes did not come back with this configuration, the previous one was put back; a node that is still away has to be repaired by hand"
                        .formatted(about.pool().name());
        return new PoolOutcome(
                about.progress(0, about.members().size(), true, true, message),
                List.of(FindingCode.KUBELET_CONFIG_TAKEN_BACK.finding(
                        about.group().name(), message)),
                new PoolStep.None());
    }

    private PoolOutcome accepted() {
        var broken = pool.holding("RenderDegraded");
        if (broken.isPresent()) {
            return failed(
                    FindingCode.MACHINE_CONFIG_POOL_DEGRADED,
                    "pool %s can't be rendered: %s"
                            .formatted(pool.name(), broken.get().message()));
        }
        boolean stale = pool.wanted().equals(stored.annotation(Rendering.BEFORE))
                && stored.writtenAt()
                        .map(time -> Duration.between(time, about.now()).compareTo(UNCHANGED) < 0)
                        .orElse(true);
        if (!stored.within(pool) || stale) {
            return going(0, "pool %s has not taken KubeletConfig %s in yet".formatted(pool.name(), stored.name()));
        }
        var done = about.members().stream()
                .filter(member -> member.runs(pool.wanted()))
                .toList();
        var contradicting = done.stream()
                .filter(PoolMember::inspectedSinceBoot)
                .filter(member -> !differences(member).isEmpty())
                .toList();
        int configured = done.size() - contradicting.size();
        if (!contradicting.isEmpty()) {
            return failed(
                    configured,
                    contradicting.size(),
                    FindingCode.KUBELET_CONFIG_NOT_IN_FORCE,
                    "the pool is updated, but kubelets run another configuration: "
                            + contradicting.stream()
                                    .limit(SHOWN)
                                    .map(member -> member.name() + " (" + differences(member) + ")")
                                    .collect(Collectors.joining(", ")));
        }
        return rolling(configured);
    }

    private PoolOutcome rolling(int configured) {
        var degraded = about.members().stream()
                .flatMap(member -> member.marks().stream())
                .filter(MachineNode::failed)
                .toList();
        if (!degraded.isEmpty()) {
            return failed(
                    configured,
                    degraded.size(),
                    FindingCode.MACHINE_CONFIG_POOL_DEGRADED,
                    "pool %s: the machine-config daemon gave up on %s"
                            .formatted(
                                    pool.name(),
                                    degraded.stream()
                                            .limit(SHOWN)
                                            .map(node -> node.name() + " (" + node.reason() + ")")
                                            .collect(Collectors.joining(", "))));
        }
        var away = away();
        if (!away.isEmpty()) {
            return stuck(configured, away);
        }
        boolean updated = configured == about.members().size()
                && pool.is("Updated")
                && pool.current().equals(pool.wanted());
        if (updated) {
            return new PoolOutcome(
                    about.progress(configured, 0, false, true, "runs what is wanted"), findings, new PoolStep.None());
        }
        if (pool.paused()) {
            String message =
                    "pool %s is paused: %d of %d nodes have the configuration, the others get it when spec.paused of the pool is false"
                            .formatted(pool.name(), configured, about.members().size());
            findings.add(
                    FindingCode.MACHINE_CONFIG_POOL_PAUSED.finding(about.group().name(), message));
            return going(configured, message);
        }
        var why = pool.degraded();
        return why.isPresent()
                ? failed(
                        configured,
                        0,
                        FindingCode.MACHINE_CONFIG_POOL_DEGRADED,
                        "pool %s is degraded: %s"
                                .formatted(pool.name(), why.get().message()))
                : going(
                        configured,
                        "the machine-config operator drains and reboots the nodes of pool %s: %d of %d are done"
                                .formatted(
                                        pool.name(), configured, about.members().size()));
    }

    /** Nodes that were told to take the new configuration and have not been Ready for too long. */
    private List<MachineNode> away() {
        var limit = GoDuration.parse(about.group().rollout().machineConfig().nodeTimeout());
        return about.members().stream()
                .flatMap(member -> member.marks().stream())
                .filter(node -> node.desired().equals(pool.wanted()))
                .filter(node -> node.awaySince()
                        .filter(since -> Duration.between(since, about.now()).compareTo(limit) > 0)
                        .isPresent())
                .toList();
    }

    private PoolOutcome stuck(int configured, List<MachineNode> away) {
        var choice = about.group().rollout().machineConfig();
        String message =
                "pool %s is stuck, no further node is rebooted: not back within rollout.machineConfig.nodeTimeout of %s: %s"
                        .formatted(
                                pool.name(),
                                choice.nodeTimeout(),
                                away.stream()
                                        .limit(SHOWN)
                                        .map(MachineNode::name)
                                        .collect(Collectors.joining(", ")));
        findings.add(FindingCode.MACHINE_CONFIG_POOL_STUCK.finding(about.group().name(), message));
        var label = Rendering.label(pool, about.pools().pools());
        boolean takesBack = choice.onTimeout() == OnTimeout.RESTORE
                && !about.orders().stopped()
                && !pool.paused()
                && label.isPresent();
        var progress = about.progress(configured, away.size(), true, true, message);
        if (!takesBack) {
            return new PoolOutcome(progress, findings, new PoolStep.None());
        }
        var annotations = new LinkedHashMap<String, String>();
        annotations.put(Rendering.OF_GROUP, about.group().name());
        annotations.put(Rendering.TAKEN_BACK, about.wish().revision());
        annotations.put(Rendering.ON_DELETE, stored.annotation(Rendering.ON_DELETE));
        var previous = JsonText.read(stored.annotation(Rendering.PREVIOUS));
        annotations.put(Rendering.WRITTEN, Rendering.hash(previous));
        return new PoolOutcome(
                progress,
                findings,
                new PoolStep.TakeBack(
                        Rendering.object(pool.name(), label.get(), previous, annotations),
                        message + "; the previous KubeletConfig is put back"));
    }

    private void changedByOthers() {
        if (!stored.hash().equals(stored.annotation(Rendering.WRITTEN)) || !stored.selects(pool)) {
            findings.add(FindingCode.KUBELET_CONFIG_CHANGED.finding(
                    about.group().name(),
                    "KubeletConfig %s is not as this operator wrote it; it is left so, since each write reboots the nodes: set the annotation numaresources.io/retry on the resource to have it written again"
                            .formatted(stored.name())));
        }
        var others = about.configs().others(pool);
        if (!others.isEmpty()) {
            findings.add(FindingCode.KUBELET_CONFIG_CONTESTED.finding(
                    about.group().name(),
                    "pool %s is also selected by KubeletConfig %s; they are not merged, the last created one wins: narrow its machineConfigPoolSelector or delete it"
                            .formatted(pool.name(), String.join(", ", others))));
        }
    }

    private String differences(PoolMember member) {
        KubeletConfiguration live = member.inspected().orElseThrow().live();
        try {
            return NodePlan.differences(stored.owned(), live).stream()
                    .map(Object::toString)
                    .collect(Collectors.joining(", "));
        } catch (IllegalArgumentException unreadable) {
            return String.valueOf(unreadable.getMessage());
        }
    }

    private PoolOutcome going(int configured, String message) {
        return new PoolOutcome(about.progress(configured, 0, false, true, message), findings, new PoolStep.None());
    }

    private PoolOutcome failed(FindingCode code, String message) {
        return failed(0, 0, code, message);
    }

    private PoolOutcome failed(int configured, int failed, FindingCode code, String message) {
        findings.add(code.finding(about.group().name(), message));
        return new PoolOutcome(about.progress(configured, failed, true, true, message), findings, new PoolStep.None());
    }
}
