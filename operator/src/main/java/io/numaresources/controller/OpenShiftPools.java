package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.KubeletProvider;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.api.v1alpha1.OnDelete;
import io.numaresources.api.v1alpha1.Scheduler;
import io.numaresources.finding.FindingCode;
import io.numaresources.fleet.GroupProgress;
import io.numaresources.fleet.GroupWish;
import io.numaresources.fleet.Provider;
import io.numaresources.fleet.Reported;
import io.numaresources.openshift.GroupPool;
import io.numaresources.openshift.HostedPools;
import io.numaresources.openshift.KubeletConfigs;
import io.numaresources.openshift.OpenShiftKind;
import io.numaresources.openshift.Peer;
import io.numaresources.openshift.PoolCase;
import io.numaresources.openshift.PoolMember;
import io.numaresources.openshift.PoolOutcome;
import io.numaresources.openshift.PoolStep;
import io.numaresources.openshift.Rendering;
import io.numaresources.openshift.StoredConfig;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.Platform;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Groups whose kubelets the machine-config operator configures: one KubeletConfig for each pool. What goes wrong with one keeps no other waiting. */
final class OpenShiftPools {
    private static final Duration WHILE_FILLING = Duration.ofSeconds(2);

    private final ClusterView view;
    private final Fleet fleet;
    private final PoolSteps steps;
    private final Clock clock;
    private List<Finding> findings = List.of();
    private Duration again = Duration.ZERO;

    OpenShiftPools(KubernetesClient client, ClusterView view, Fleet fleet, Clock clock) {
        this.view = view;
        this.fleet = fleet;
        this.clock = clock;
        steps = new PoolSteps(client, clock);
    }

    /** One pass; returns where each group stands that is configured through a pool. */
    Map<String, GroupProgress> pass(NUMAResourcesOperator primary, Pass pass, List<String> approved, boolean retry) {
        var found = new ArrayList<>(Peer.conflicts(
                view.kinds().all(OpenShiftKind.PEER_OPERATOR),
                view.kinds().all(OpenShiftKind.PEER_SCHEDULER),
                Optional.of(primary.getSpec().scheduler())
                        .filter(Scheduler::enabled)
                        .map(Scheduler::name)));
        again = Duration.ZERO;
        var progress = new TreeMap<String, GroupProgress>();
        boolean stopped = primary.getSpec().paused() || pass.unread().beyondGroups();
        var taken = new HashSet<String>();
        for (var group : primary.getSpec().nodeGroups()) {
            wish(group, pass).ifPresent(wish -> {
                if (pass.platform() == Platform.HOSTED && hosted(group, pass)) {
                    found.addAll(HostedPools.findings(
                            group,
                            wish,
                            members(members(group, pass)),
                            primary.getSpec().scheduler().enabled()));
                } else if (configures(group, pass)) {
                    var orders = new PoolCase.Orders(
                            stopped,
                            approved.contains(wish.revision()),
                            steps.announced(group, wish.revision()),
                            retry,
                            primary.getSpec().scheduler().enabled());
                    var outcome = outcome(group, wish, pass, orders, taken);
                    var done = steps.take(primary, group, outcome);
                    progress.put(group.name(), done.progress());
                    soon(done.again());
                    found.addAll(outcome.findings());
                }
            });
        }
        if (!stopped && view.kinds().filled()) {
            leave(primary, pass, taken);
        }
        findings = List.copyOf(found);
        return progress;
    }

    /** What a person should know, of the last pass. */
    List<Finding> findings() {
        return findings;
    }

    /** When to look again; zero for when something happens. */
    Duration again() {
        return again;
    }

    /** After the resource was deleted: takes away what is not to be kept; true once that is done. */
    boolean removed() {
        if (!view.kinds().filled(OpenShiftKind.KUBELET_CONFIG)) {
            return false;
        }
        configs().ours().stream().filter(stored -> !keeps(stored)).forEach(steps::delete);
        return true;
    }

    private PoolOutcome outcome(NodeGroup group, GroupWish wish, Pass pass, PoolCase.Orders orders, Set<String> taken) {
        var members = members(group, pass);
        if (!view.kinds().serves(OpenShiftKind.POOL) || !view.kinds().serves(OpenShiftKind.KUBELET_CONFIG)) {
            return none(
                    wish,
                    members,
                    FindingCode.MACHINE_CONFIG_UNAVAILABLE.finding(
                            group.name(),
                            "this cluster has no machine-config pools: set kubelet.provider to Auto and use nodeSelector"));
        }
        if (!view.kinds().filled()) {
            soon(WHILE_FILLING);
            return new PoolOutcome(
                    progress(wish, members, false, "the cluster's KubeletConfigs are being read"),
                    List.of(),
                    new PoolStep.None());
        }
        var found = GroupPool.of(group, members, pass.nodes(), pass.pools());
        if (found.pool().isEmpty()) {
            return none(wish, members, FindingCode.GROUP_NOT_A_POOL.finding(group.name(), found.refusal()));
        }
        var pool = found.pool().get();
        if (!taken.add(pool.name())) {
            return none(
                    wish,
                    members,
                    FindingCode.GROUP_NOT_A_POOL.finding(
                            group.name(), "another group has machine-config pool " + pool.name() + " already"));
        }
        var nodes = pass.pools().byPool(pass.nodes()).getOrDefault(pool.name(), List.of());
        return new PoolCase(group, wish, pool, pass.pools(), members(nodes), configs(), orders, clock.instant())
                .decide();
    }

    /** Takes away what no group asks for any more. One whose group is in doubt stays: its removal would reboot the nodes. */
    private void leave(NUMAResourcesOperator primary, Pass pass, Set<String> taken) {
        for (var stored : configs().ours()) {
            boolean wanted =
                    taken.stream().anyMatch(pool -> Rendering.name(pool).equals(stored.name()));
            var group = primary.getSpec().nodeGroups().stream()
                    .filter(known -> known.name().equals(stored.annotation(Rendering.OF_GROUP)))
                    .findFirst();
            boolean doubtful = group.filter(known -> known.kubelet() != null
                            && (pass.frozen().contains(known.name())
                                    || known.kubelet().provider() == KubeletProvider.AUTO
                                    || known.kubelet().provider() == KubeletProvider.MACHINE_CONFIG))
                    .filter(known -> members(known, pass).isEmpty()
                            || GroupPool.of(known, members(known, pass), pass.nodes(), pass.pools())
                                    .pool()
                                    .isEmpty()
                            || pass.frozen().contains(known.name()))
                    .isPresent();
            if (!wanted && !doubtful && !keeps(stored)) {
                steps.delete(stored);
            }
        }
    }

    private static boolean keeps(StoredConfig stored) {
        return stored.annotation(Rendering.ON_DELETE).equals(OnDelete.KEEP.value());
    }

    private KubeletConfigs configs() {
        return KubeletConfigs.of(
                view.kinds().all(OpenShiftKind.KUBELET_CONFIG), view.kinds().all(OpenShiftKind.PERFORMANCE_PROFILE));
    }

    private static Optional<GroupWish> wish(NodeGroup group, Pass pass) {
        if (group.kubelet() == null || pass.frozen().contains(group.name())) {
            return Optional.empty();
        }
        try {
            return Optional.of(GroupWish.of(group.kubelet()));
        } catch (IllegalArgumentException reversed) {
            // the finding ReservedCPUsReversed says so
            return Optional.empty();
        }
    }

    private static boolean configures(NodeGroup group, Pass pass) {
        return Provider.of(group, members(group, pass)).filter(Provider::pools).isPresent();
    }

    private static boolean hosted(NodeGroup group, Pass pass) {
        return Provider.of(group, members(group, pass)).filter(Provider::hosted).isPresent();
    }

    private static List<NodeFacts> members(NodeGroup group, Pass pass) {
        return pass.membership().groups().getOrDefault(group.name(), List.of());
    }

    private List<PoolMember> members(List<NodeFacts> nodes) {
        var marks = view.machines();
        return nodes.stream()
                .map(node -> new PoolMember(
                        node,
                        Optional.ofNullable(marks.get(node.name())),
                        fleet.find(node.name()).filter(Reported::understood).flatMap(Reported::status)))
                .toList();
    }

    private static PoolOutcome none(GroupWish wish, List<NodeFacts> members, Finding finding) {
        return new PoolOutcome(progress(wish, members, true, finding.message()), List.of(finding), new PoolStep.None());
    }

    private static GroupProgress progress(GroupWish wish, List<NodeFacts> members, boolean frozen, String message) {
        return new GroupProgress(
                wish.revision(), members.size(), 0, frozen ? 0 : members.size(), 0, frozen, false, message);
    }

    private void soon(Duration wait) {
        if (wait.isZero()) {
            return;
        }
        again = again.isZero() || wait.compareTo(again) < 0 ? wait : again;
    }
}
