package io.numaresources.topology;

import static io.numaresources.topology.Nodes.container;
import static io.numaresources.topology.Nodes.named;
import static io.numaresources.topology.Nodes.node;
import static io.numaresources.topology.Nodes.pod;
import static io.numaresources.topology.Nodes.tenant;
import static io.numaresources.topology.Nodes.withCpus;
import static io.numaresources.topology.Nodes.withTenants;
import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.topology.ClusterExplanation.Outcome;
import io.numaresources.topology.Remedy.Change;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExplainerTest {

    @Test
    void offersTheSmallestCutThatFits() {
        var node = node("single-numa-node/container", "cpu=1/4 memory=8Gi", "cpu=3/4 memory=8Gi");

        assertThat(Explainer.explain(node, pod("cpu=4 memory=1Gi")).remedies())
                .containsExactly(new Remedy.SmallerRequest(List.of(new Change("app", "cpu", 4000, 3000))));
    }

    @Test
    void offersTheOtherScope() {
        var node = node("single-numa-node/pod", "cpu=4 memory=8Gi", "cpu=4 memory=8Gi");
        var two = PodShape.of(container("a", "cpu=3 memory=1Gi"), container("b", "cpu=3 memory=1Gi"));

        assertThat(Explainer.explain(node, two).remedies()).contains(new Remedy.OtherScope(AlignmentScope.CONTAINER));
    }

    @Test
    void offersWholeCoresUpwards() {
        var node = withCpus(
                node("single-numa-node/container", "cpu=4 memory=8Gi"),
                new CpuRules(true, Set.of(CpuRules.Option.FULL_PCPUS_ONLY), 2, 0));

        assertThat(Explainer.explain(node, pod("cpu=3 memory=1Gi")).remedies())
                .containsExactly(new Remedy.WholeCores(List.of(new Change("app", "cpu", 3000, 4000))));
    }

    @Test
    void namesTheFewestPodsWhoseLeavingMakesRoom() {
        var node = withTenants(
                node("single-numa-node/container", "cpu=0/4 memory=6Gi/8Gi", "cpu=1/4 memory=5Gi/8Gi"),
                tenant("web/large", 0, "cpu=4 memory=2Gi"),
                tenant("web/small", 1, "cpu=1 memory=1Gi"),
                tenant("web/medium", 1, "cpu=2 memory=2Gi"));

        assertThat(Explainer.explain(node, pod("cpu=3 memory=1Gi")).remedies())
                .contains(new Remedy.PodsLeaving(List.of("web/medium")));
        assertThat(Explainer.explain(node, pod("cpu=4 memory=7Gi")).remedies())
                .contains(new Remedy.PodsLeaving(List.of("web/large")));
        assertThat(Explainer.explain(node, pod("cpu=5 memory=1Gi")).remedies())
                .noneMatch(Remedy.PodsLeaving.class::isInstance);
    }

    @Test
    void namesSeveralPodsWhereNoneAloneMakesRoom() {
        var node = withTenants(
                node("single-numa-node/container", "cpu=0/4 memory=4Gi/8Gi"),
                tenant("a/one", 0, "cpu=1 memory=1Gi"),
                tenant("a/two", 0, "cpu=1 memory=1Gi"),
                tenant("a/four", 0, "cpu=2 memory=2Gi"));

        assertThat(Explainer.explain(node, pod("cpu=3 memory=1Gi")).remedies())
                .contains(new Remedy.PodsLeaving(List.of("a/one", "a/four")));
    }

    @Test
    void groupsTheNodesOfAClusterByCause() {
        var nodes = IntStream.range(0, 12)
                .mapToObj(i -> named(
                        "n" + i,
                        switch (i % 4) {
                            case 0, 1 -> node("single-numa-node/container", "cpu=" + (1 + i % 3) + "/8 memory=8Gi");
                            case 2 -> node("single-numa-node/container", "cpu=2 memory=8Gi");
                            default -> node("single-numa-node/container", "cpu=8 memory=8Gi");
                        }))
                .toList();

        var groups = Explainer.explain(nodes, pod("cpu=4 memory=1Gi")).groups();

        assertThat(groups)
                .extracting(
                        g -> g.cause().outcome(),
                        g -> g.nodes().size(),
                        g -> g.cause().lacking())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Outcome.REJECTED, 6, List.of("cpu")),
                        org.assertj.core.groups.Tuple.tuple(Outcome.NEVER, 3, List.of("cpu")),
                        org.assertj.core.groups.Tuple.tuple(Outcome.ADMITTED, 3, List.of()));
        assertThat(groups.getFirst().example()).isEqualTo("n5");
        assertThat(groups.getFirst().sentence())
                .isEqualTo("container app needs 4 CPUs and 1Gi of memory in one zone; zone 0 lacks 1 CPU");
    }

    @Test
    void tellsNodesThatDifferInHardwareRulesOrTotalsApartWhereTheyFollowEachOther() {
        var nodes = List.of(
                named("small", node("single-numa-node/container", "cpu=0/2 memory=8Gi")),
                named("large", node("single-numa-node/container", "cpu=0/4 memory=8Gi")),
                named("larger", node("single-numa-node/container", "cpu=0/8 memory=8Gi")),
                named("two", node("single-numa-node/container", "cpu=0/2 memory=8Gi", "cpu=0/2 memory=8Gi")),
                named("loose", node("restricted/container", "cpu=0/2 memory=8Gi", "cpu=0/2 memory=8Gi")),
                named(
                        "full",
                        Nodes.withTotals(node("single-numa-node/container", "cpu=0/4 memory=8Gi"), "cpu=3", "cpu=0")));

        var explained = Explainer.explain(nodes, pod("cpu=4 memory=1Gi"));

        for (var group : explained.groups()) {
            for (var name : group.nodes()) {
                var alone = Admission.decide(
                        nodes.stream()
                                .filter(n -> n.name().equals(name))
                                .findFirst()
                                .orElseThrow(),
                        pod("cpu=4 memory=1Gi"));
                assertThat(group.cause().outcome())
                        .as(name)
                        .isEqualTo(((Verdict.Rejected) alone).never() ? Outcome.NEVER : Outcome.REJECTED);
            }
        }
        assertThat(explained.groups().stream()
                        .filter(g -> g.cause().outcome() == Outcome.NEVER)
                        .flatMap(g -> g.nodes().stream()))
                .containsExactlyInAnyOrder("small", "two", "loose", "full");
    }
}
