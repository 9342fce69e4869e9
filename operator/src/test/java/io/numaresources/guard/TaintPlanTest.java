package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.OutlierTaint;
import io.numaresources.api.v1alpha1.RejectedPodsTaint;
import io.numaresources.explain.NodePlace.NodeTaint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaintPlanTest {
    private static final Instant START = Instant.parse("2026-12-01T12:00:00Z");
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Trait CPUS = Trait.hardware("CPUs by zone");
    private static final Trait KERNEL = Trait.version("kernel");
    private static final NodeTaint OUTLIER = new NodeTaint("numaresources.io/outlier", "CPUs-by-zone", "NoSchedule");
    private static final NodeTaint REJECTING = new NodeTaint("numaresources.io/rejecting", "storm", "PreferNoSchedule");
    private static final Optional<List<Storm>> CALM = Optional.of(List.of());

    private final TaintPlan plan = new TaintPlan(PATIENCE);

    /** The first nodes of a group are odd: n0, n1 and so on. */
    @ParameterizedTest
    @CsvSource({"3, 1, 1", "3, 0, 0", "4, 1, 1", "5, 2, 0", "6, 2, 2", "9, 3, 3", "9, 4, 0", "100, 33, 33", "100, 34, 0"
    })
    void outliersAreMarkedWhileTheyAreAThirdAtMost(int nodes, int odd, int marked) {
        var pools = List.of(outliers(nodes, odd, OutlierTaint.NO_SCHEDULE));
        plan.turn(pools, CALM, Map.of(), START);

        var turn = plan.turn(pools, CALM, Map.of(), START.plus(PATIENCE));

        assertThat(turn.wanted()).hasSize(marked);
        assertThat(turn.wanted().values()).allSatisfy(marks -> assertThat(marks).containsOnlyKeys(OUTLIER));
        assertThat(codes(turn)).containsExactlyElementsOf(odd > marked ? List.of("TooManyOutliers") : List.of());
    }

    @Test
    void aNodeIsMarkedWhenItHasDifferedForLongWithWhatDiffers() {
        var pools = List.of(outliers(4, 1, OutlierTaint.NO_SCHEDULE));

        var first = plan.turn(pools, CALM, Map.of(), START);
        assertThat(first.wanted()).isEmpty();
        assertThat(first.next()).contains(PATIENCE);

        var later = plan.turn(pools, CALM, Map.of(), START.plus(PATIENCE));
        assertThat(later.wanted()).containsOnly(Map.entry("n0", Map.of(OUTLIER, "CPUs by zone odd, most have even")));
    }

    @Test
    void versionsMakeNoOutlier() {
        var pools = List.of(pool(
                List.of(node("n0", "6.2", "even"), node("n1", "6.1", "even"), node("n2", "6.1", "even")),
                OutlierTaint.NO_SCHEDULE,
                RejectedPodsTaint.NONE));
        plan.turn(pools, CALM, Map.of(), START);

        assertThat(plan.turn(pools, CALM, Map.of(), START.plus(PATIENCE)).wanted())
                .isEmpty();
    }

    @Test
    void aNewProcessLeavesTheMarksOfTheLastOne() {
        var marked = Map.of("n0", Set.of(OUTLIER));

        // nothing was reported of the nodes yet, so that they look alike
        var first = plan.turn(List.of(outliers(4, 0, OutlierTaint.NO_SCHEDULE)), CALM, marked, START);
        assertThat(first.wanted().get("n0")).containsOnlyKeys(OUTLIER);

        var later = plan.turn(List.of(outliers(4, 1, OutlierTaint.NO_SCHEDULE)), CALM, marked, START.plusSeconds(60));
        assertThat(later.wanted().get("n0")).containsOnlyKeys(OUTLIER);
        assertThat(later.next()).isEmpty();
    }

    @Test
    void aNodeThatIsLikeTheOthersForLongIsFreed() {
        var marked = Map.of("n0", Set.of(OUTLIER));
        var pools = List.of(outliers(4, 0, OutlierTaint.NO_SCHEDULE));
        plan.turn(pools, CALM, marked, START);

        assertThat(plan.turn(pools, CALM, marked, START.plus(PATIENCE)).wanted())
                .isEmpty();
    }

    @Test
    void aNodeIsFreedAtOnceWhenNobodyAsksAnyMore() {
        var marked = Map.of("n0", Set.of(OUTLIER, REJECTING), "left", Set.of(OUTLIER));

        assertThat(plan.turn(List.of(outliers(4, 1, OutlierTaint.NONE)), CALM, marked, START)
                        .wanted())
                .isEmpty();
    }

    @Test
    void anotherEffectIsInForceAtOnce() {
        var marked = Map.of("n0", Set.of(OUTLIER));

        var turn = plan.turn(List.of(outliers(4, 1, OutlierTaint.PREFER_NO_SCHEDULE)), CALM, marked, START);

        assertThat(turn.wanted().get("n0"))
                .containsOnlyKeys(new NodeTaint(OUTLIER.key(), OUTLIER.value(), "PreferNoSchedule"));
    }

    @Test
    void theStatusNamesTheNodesThatAreMarked() {
        var marked = IntStream.range(0, 7).boxed().collect(Collectors.toMap(i -> "n" + i, i -> Set.of(OUTLIER)));

        var turn = plan.turn(List.of(outliers(30, 7, OutlierTaint.NO_SCHEDULE)), CALM, marked, START);

        assertThat(turn.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("NodesTainted");
            assertThat(finding.group()).isEqualTo("hpc");
            assertThat(finding.message())
                    .startsWith("taint numaresources.io/outlier is on n0, n1, n2, n3, n4 and 2 more nodes. ");
        });
    }

    @Test
    void aNodeIsMarkedAtOnceWhileAStormRagesThereAndFreedAfterIt() {
        var pools = List.of(rejecting(4));
        var storms = Optional.of(List.of(storm(Map.of("n1", 12))));

        var turn = plan.turn(pools, storms, Map.of(), START);
        assertThat(turn.wanted()).containsOnlyKeys("n1");
        assertThat(turn.wanted().get("n1"))
                .containsOnly(Map.entry(REJECTING, "kubelets reject the pods of ReplicaSet web/api again and again"));

        var marked = Map.of("n1", Set.of(REJECTING));
        assertThat(plan.turn(pools, CALM, marked, START.plusSeconds(1)).wanted())
                .containsOnlyKeys("n1");
        assertThat(plan.turn(pools, CALM, marked, START.plusSeconds(11)).wanted())
                .isEmpty();
    }

    /** Pods go elsewhere because of the mark; without it they would come back. */
    @Test
    void aNodeStaysMarkedWhileTheStormGoesOnElsewhereInItsGroup() {
        var marked = Map.of("n1", Set.of(REJECTING));
        var pools = List.of(rejecting(4));
        var storms = Optional.of(List.of(storm(Map.of("n2", 12))));
        plan.turn(pools, storms, marked, START);

        assertThat(plan.turn(pools, storms, marked, START.plusSeconds(60)).wanted())
                .containsOnlyKeys("n1", "n2");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "4, 2", "9, 4"})
    void halfOfAGroupIsMarkedAtMostTheWorstOnes(int nodes, int marked) {
        var counts = IntStream.range(0, nodes).boxed().collect(Collectors.toMap(i -> "n" + i, i -> 10 + i));

        var turn = plan.turn(List.of(rejecting(nodes)), Optional.of(List.of(storm(counts))), Map.of(), START);

        assertThat(turn.wanted().keySet())
                .containsExactlyElementsOf(IntStream.range(nodes - marked, nodes)
                        .mapToObj(i -> "n" + i)
                        .toList());
    }

    @Test
    void theMarkedNodesStayTheSameWhateverTheNumbersAre() {
        var marked = Map.of("n0", Set.of(REJECTING), "n1", Set.of(REJECTING));
        var storms = Optional.of(List.of(storm(Map.of("n0", 1, "n1", 1, "n2", 50, "n3", 50))));

        assertThat(plan.turn(List.of(rejecting(4)), storms, marked, START).wanted())
                .containsOnlyKeys("n0", "n1");
    }

    @Test
    void beforeThePodsAreKnownNoNodeIsFreed() {
        var marked = Map.of("n1", Set.of(REJECTING));
        var pools = List.of(rejecting(4));
        plan.turn(pools, Optional.empty(), marked, START);

        var turn = plan.turn(pools, Optional.empty(), marked, START.plusSeconds(60));

        assertThat(turn.wanted()).containsOnlyKeys("n1");
        assertThat(turn.next()).isPresent();
    }

    @Test
    void aStormOfAnotherGroupMarksNothingHere() {
        var storm = storm(Map.of("elsewhere", 12));
        var other = new Storm(storm.owner(), new TreeSet<>(Set.of("other")), storm.nodes(), 12, storm.last());

        assertThat(plan.turn(List.of(rejecting(4)), Optional.of(List.of(other)), Map.of(), START)
                        .wanted())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "CPUs by zone, CPUs-by-zone",
        "NIC (1st) …, NIC-1st",
        "-a-, a",
        "0123456789012345678901234567890123456789012345678901234567890123456789, 012345678901234567890123456789012345678901234567890123456789012"
    })
    void whatDiffersIsWrittenAsTheValueOfATaint(String trait, String value) {
        assertThat(NodeMark.value(trait)).isEqualTo(value);
    }

    private static List<String> codes(TaintPlan.Turn turn) {
        return turn.findings().stream().map(Finding::code).toList();
    }

    private static TaintPlan.Pool outliers(int nodes, int odd, OutlierTaint taint) {
        var profiles = new ArrayList<NodeProfile>();
        IntStream.range(0, nodes).forEach(i -> profiles.add(node("n" + i, "6.1", i < odd ? "odd" : "even")));
        return pool(profiles, taint, RejectedPodsTaint.NONE);
    }

    private static TaintPlan.Pool rejecting(int nodes) {
        return pool(
                IntStream.range(0, nodes)
                        .mapToObj(i -> node("n" + i, "6.1", "even"))
                        .toList(),
                OutlierTaint.NONE,
                RejectedPodsTaint.PREFER_NO_SCHEDULE);
    }

    private static TaintPlan.Pool pool(List<NodeProfile> nodes, OutlierTaint outliers, RejectedPodsTaint rejecting) {
        return new TaintPlan.Pool(
                "hpc",
                nodes.stream().map(NodeProfile::node).collect(Collectors.toCollection(TreeSet::new)),
                outliers,
                rejecting,
                Optional.of(PoolConsistency.of("hpc", nodes)));
    }

    private static NodeProfile node(String name, String kernel, String cpus) {
        return new NodeProfile(name, new TreeMap<>(Map.of(KERNEL, kernel, CPUS, cpus)), List.of());
    }

    private static Storm storm(Map<String, Integer> nodes) {
        var rejection = RejectionLedgerTest.rejection("api", 1, "n0", START);
        return new Storm(
                rejection.owner(),
                new TreeSet<>(Set.of("hpc")),
                new TreeMap<>(nodes),
                nodes.values().stream().mapToInt(Integer::intValue).sum(),
                rejection);
    }
}
