package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.api.v1alpha1.CpuPolicy;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.fleet.Reported;
import io.numaresources.guard.NodeAudit;
import io.numaresources.guard.Suspicions;
import io.numaresources.guard.TopologyCheck;
import io.numaresources.platform.TopologyView;
import io.numaresources.stack.NodeFacts;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether what nodes publish is there, well formed, true and written by one program. Told is what stays so for some minutes. */
final class TopologyGuard {
    private static final int ACTIVE_ONLY = 34;

    private final ClusterView view;
    private final Fleet fleet;
    private final NodeAudits audits;
    private final Suspicions suspicions;
    private final Clock clock;
    private List<String> members = List.of();
    private int asked;

    /**
     * @param patience how long something must be the case before it is told
     */
    TopologyGuard(KubernetesClient client, ClusterView view, Fleet fleet, Duration patience, Clock clock) {
        this.view = view;
        this.fleet = fleet;
        this.clock = clock;
        suspicions = new Suspicions(patience);
        audits = new NodeAudits(client, view::changed);
        view.onAmounts(audits::add);
    }

    /** What a pass finds. */
    synchronized List<Finding> findings(Pass pass) {
        var groupOf = pass.membership().groupOfNode();
        var reports = fleet.all();
        members = List.copyOf(groupOf.keySet());
        var subjects = subjects(pass, reports);
        audits.follow(members, subjects);
        var suspected = new ArrayList<>(audits.suspicions());
        for (var node : pass.nodes()) {
            var group = groupOf.get(node.name());
            if (group != null) {
                suspected.addAll(new TopologyCheck(
                                node.name(),
                                group,
                                node.ready(),
                                Optional.ofNullable(pass.topologies().get(node.name())),
                                Optional.ofNullable(reports.get(node.name())).flatMap(Reported::status))
                        .suspicions());
            }
        }
        suspicions.are(suspected, clock.instant());
        return suspicions.findings(clock.instant());
    }

    /** How long until there may be something else to tell, without any news; zero for never. */
    synchronized Duration again() {
        return suspicions.next(clock.instant()).orElse(Duration.ZERO);
    }

    /** Pods wait though some node would take them: has some nodes audited, others each time. */
    synchronized void suspect(int nodes) {
        for (int i = 0; i < Math.min(nodes, members.size()); i++) {
            asked = (asked + 1) % members.size();
            audits.add(members.get(asked));
        }
    }

    void stop() {
        audits.stop();
    }

    private Function<String, Optional<NodeAudit>> subjects(Pass pass, Map<String, Reported> reports) {
        var groups = pass.primary().getSpec().nodeGroups().stream()
                .collect(Collectors.toMap(NodeGroup::name, Function.identity(), (one, other) -> one));
        var groupOf = pass.membership().groupOfNode();
        var nodes = pass.nodes().stream().collect(Collectors.toMap(NodeFacts::name, Function.identity()));
        var schedulers = PodVerdicts.schedulers(pass.primary().getSpec());
        return name -> Optional.ofNullable(groupOf.get(name))
                .map(groups::get)
                .flatMap(group -> view.topology(name)
                        .map(topology -> audit(
                                topology,
                                group,
                                Optional.ofNullable(nodes.get(name))
                                        .flatMap(NodeFacts::kubelet)
                                        .filter(kubelet -> kubelet.minor() < ACTIVE_ONLY)
                                        .isEmpty(),
                                Optional.ofNullable(reports.get(name)).flatMap(Reported::status),
                                schedulers)));
    }

    private static NodeAudit audit(
            TopologyView topology,
            NodeGroup group,
            boolean activeOnly,
            Optional<NUMANodeStatus> reported,
            Set<String> schedulers) {
        var live = reported.map(NUMANodeStatus::live);
        var kubelet = group.kubelet();
        // without an agent's word, what the group says that others configured
        boolean asked = kubelet != null && kubelet.cpuManager().policy() == CpuPolicy.STATIC;
        return new NodeAudit(
                topology.getMetadata().getName(),
                group.name(),
                topology.fingerprint(),
                topology.fingerprintMethod(),
                activeOnly,
                live.map(known -> known.cpuManagerPolicy() == CpuPolicy.STATIC).orElse(asked),
                schedulers);
    }
}
