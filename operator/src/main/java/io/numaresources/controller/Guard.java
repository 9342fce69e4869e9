package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import io.numaresources.guard.PoolConsistency;
import io.numaresources.guard.PoolFindings;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/** What looks after a cluster besides what is installed: verdicts on pods, rejected pods, what nodes publish, and how alike they are. */
final class Guard {
    private final PodVerdicts verdicts;
    private final RejectionGuard rejections;
    private final TopologyGuard topologies;
    private final PoolComparison pools;
    private final NodeTaints taints;
    private final StatusNumbers statusNumbers;
    private final ZoneNumbers zoneNumbers;
    private final PassTimes times;
    private final Fleet fleet;

    Guard(
            KubernetesClient client,
            OperatorSettings settings,
            MeterRegistry metrics,
            Clock clock,
            ClusterView view,
            Fleet fleet,
            PodVerdicts verdicts) {
        this.verdicts = verdicts;
        rejections = new RejectionGuard(client, metrics, clock, view::changed);
        topologies = new TopologyGuard(client, view, fleet, settings.guard().patience(), clock);
        pools = new PoolComparison(view, fleet, clock);
        taints = new NodeTaints(client, view, settings.guard().patience(), clock);
        statusNumbers = new StatusNumbers(metrics);
        zoneNumbers = new ZoneNumbers(metrics, view, clock);
        times = new PassTimes(metrics);
        this.fleet = fleet;
        verdicts.onStall(topologies::suspect);
    }

    /** Looks after the nodes and schedulers of a pass from now on. */
    void follow(Pass pass) {
        times.begin();
        var spec = pass.primary().getSpec();
        var groupOf = pass.membership().groupOfNode();
        verdicts.follow(spec);
        rejections.follow(spec, groupOf);
        zoneNumbers.follow(groupOf, pass.topologies().size());
    }

    /** A pass came to this status: shows it as numbers. */
    void done(NUMAResourcesOperatorStatus status) {
        times.done();
        statusNumbers.show(status, fleet.all().values());
    }

    /** A pass was stopped by an error. */
    void failed() {
        times.failed();
    }

    /** How alike the nodes of each group are. */
    SortedMap<String, PoolConsistency> pools(Pass pass) {
        return pools.of(pass);
    }

    /**
     * Taints nodes and takes taints off, as far as the spec asks for it.
     *
     * @param writes whether anything may be written
     */
    void taint(Pass pass, Map<String, PoolConsistency> compared, boolean writes) {
        taints.pass(pass, compared, rejections.storms(), writes);
    }

    /** Takes all taints off; returns whether none is left. */
    boolean free() {
        return taints.free();
    }

    /** What is found. */
    List<Finding> findings(Pass pass, Map<String, PoolConsistency> compared) {
        var findings = new ArrayList<>(rejections.findings());
        findings.addAll(topologies.findings(pass));
        compared.values().forEach(pool -> findings.addAll(PoolFindings.of(pool)));
        findings.addAll(taints.findings());
        return findings;
    }

    /** How long until there may be something else to tell, without any news; zero for never. */
    Duration again() {
        return Stream.of(topologies.again(), pools.next(), taints.again())
                .filter(Duration::isPositive)
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** Looks after nothing any more. */
    void unfollow() {
        verdicts.unfollow();
        rejections.unfollow();
        zoneNumbers.follow(Map.of(), 0);
        statusNumbers.clear();
    }

    void stop() {
        verdicts.stop();
        rejections.stop();
        topologies.stop();
    }
}
