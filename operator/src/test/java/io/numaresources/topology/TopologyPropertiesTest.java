package io.numaresources.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.topology.Verdict.Admitted;
import io.numaresources.topology.Verdict.Rejected;
import io.numaresources.topology.Verdict.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for any node and pod. */
class TopologyPropertiesTest {

    /** A node with pods on it and a pod that asks. */
    record Question(NumaNode node, PodShape pod) {}

    @Provide
    Arbitrary<Question> questions() {
        return Arbitraries.randomValue(TopologyPropertiesTest::question);
    }

    private static Question question(Random random) {
        var zones = new ArrayList<Zone>();
        var tenants = new ArrayList<Tenant>();
        int count = 1 + random.nextInt(4);
        for (int id = 0; id < count; id++) {
            var all = amounts(1 + random.nextInt(6), 1 + random.nextInt(8), random.nextInt(3));
            var held = amounts(random.nextInt((int) (all.get("cpu") / 1000) + 1), random.nextInt(8), random.nextInt(3));
            var left = all.minus(held);
            tenants.add(new Tenant("pod-" + id, Map.of(id, all.minus(left)), all.minus(left)));
            zones.add(new Zone(id, all, all, left, Map.of(), OptionalInt.of(id / 2)));
        }
        var policy = AlignmentPolicy.values()[random.nextInt(4)];
        var scope = AlignmentScope.values()[random.nextInt(2)];
        var cpus = new CpuRules(
                true,
                random.nextBoolean() ? Set.of() : Set.of(CpuRules.Option.FULL_PCPUS_ONLY),
                1 + random.nextInt(2),
                0);
        var rules = new KubeletRules(policy, scope, false, cpus, random.nextInt(5) > 0);
        var node = new NumaNode("node", rules, zones, Resources.NONE, Resources.NONE, Optional.empty(), tenants);
        var apps = new ArrayList<ContainerShape>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            apps.add(ContainerShape.exact(
                    "app-" + i, amounts(1 + random.nextInt(7), 1 + random.nextInt(8), random.nextInt(3))));
        }
        var inits = random.nextInt(3) > 0
                ? List.<ContainerShape>of()
                : List.of(ContainerShape.exact("init", amounts(1 + random.nextInt(4), 1 + random.nextInt(4), 0)));
        return new Question(node, PodShape.of(inits, apps, Resources.NONE, Optional.empty()));
    }

    private static Resources amounts(long cpus, long gigabytes, long gpus) {
        var amounts = new TreeMap<String, Long>();
        amounts.put("cpu", cpus * 1000);
        amounts.put("memory", gigabytes << 30);
        if (gpus > 0) {
            amounts.put("example.com/gpu", gpus);
        }
        return new Resources(amounts);
    }

    @Property
    void neverMeansRejectedOnTheEmptyNodeToo(@ForAll("questions") Question q) {
        if (Admission.decide(q.node(), q.pod()) instanceof Rejected rejected) {
            assertThat(Admission.decide(q.node().emptied(), q.pod()) instanceof Rejected)
                    .isEqualTo(rejected.never());
        }
    }

    @Property
    void everyRemedyHelps(@ForAll("questions") Question q) {
        for (Remedy remedy : Explainer.explain(q.node(), q.pod()).remedies()) {
            var verdict = switch (remedy) {
                case Remedy.OtherScope r ->
                    Admission.decide(q.node().with(q.node().rules().policy(), r.scope()), q.pod());
                case Remedy.WholeCores r -> Admission.decide(q.node(), changed(q.pod(), r.changes()));
                case Remedy.SmallerRequest r -> Admission.decide(q.node(), changed(q.pod(), r.changes()));
                case Remedy.PodsLeaving r -> Admission.decide(q.node().without(Set.copyOf(r.pods())), q.pod());
            };
            assertThat(verdict).as(remedy.text()).isInstanceOf(Admitted.class);
        }
    }

    private static PodShape changed(PodShape pod, List<Remedy.Change> changes) {
        var shape = pod;
        for (Remedy.Change c : changes) {
            assertThat(c.to()).isNotEqualTo(c.from());
            shape = shape.with(c.container(), c.resource(), c.to());
        }
        return shape;
    }

    /** What all managers prefer within one zone, they prefer under the policies that ask for less. */
    @Property
    void looserPoliciesAdmitWhatStricterOnesDo(@ForAll("questions") Question q) {
        var scope = q.node().rules().scope();
        var order = List.of(AlignmentPolicy.SINGLE_NUMA_NODE, AlignmentPolicy.RESTRICTED, AlignmentPolicy.BEST_EFFORT);
        boolean admitted = false;
        for (AlignmentPolicy policy : order) {
            var verdict = Admission.decide(q.node().with(policy, scope), q.pod());
            if (admitted) {
                assertThat(verdict).as(policy.value()).isInstanceOf(Admitted.class);
            }
            admitted = verdict instanceof Admitted;
        }
    }

    @Property
    void anAdmittedUnitFitsInItsZonesUnderSingleNumaNode(@ForAll("questions") Question q) {
        var node = q.node().with(AlignmentPolicy.SINGLE_NUMA_NODE, AlignmentScope.POD);
        if (Admission.decide(node, q.pod()) instanceof Admitted admitted
                && node.zones().size() > 1) {
            long zones = admitted.placements().getFirst().zones();
            assertThat(Long.bitCount(zones)).isEqualTo(1);
            var zone = node.zones().get(ZoneMask.ids(zones).getFirst());
            assertThat(zone.available().get("cpu"))
                    .isGreaterThanOrEqualTo(q.pod().requests().get("cpu"));
        }
    }

    @Property
    void aRejectedPodLacksSomethingOrAsksTheImpossible(@ForAll("questions") Question q) {
        switch (Admission.decide(q.node(), q.pod())) {
            case Rejected r -> assertThat(r.needs()).isNotEmpty();
            case Admitted a ->
                assertThat(a.placements())
                        .allMatch(p -> p.zones() < 1L << q.node().zones().size());
            case Unknown u -> assertThat(u.cause()).isEqualTo(Verdict.Cause.EARLIER_PLACEMENT);
        }
    }

    @Property
    void asManyFitAsAreAdmittedOneByOne(@ForAll("questions") Question q) {
        var nodes = List.of(q.node(), Nodes.named("other", q.node()));
        var fit = WhatIf.fit(nodes, q.pod(), new Scenario.Now());

        assertThat(fit.pods())
                .isEqualTo(fit.byNode().values().stream().mapToInt(n -> n).sum());
        if (fit.unknown().isEmpty()) {
            assertThat(fit.byNode().get("node") > 0).isEqualTo(Admission.decide(q.node(), q.pod()) instanceof Admitted);
            assertThat(WhatIf.fit(nodes, q.pod(), new Scenario.Without(Set.of("other")))
                            .pods())
                    .isEqualTo(fit.byNode().get("node").longValue());
        }
    }
}
