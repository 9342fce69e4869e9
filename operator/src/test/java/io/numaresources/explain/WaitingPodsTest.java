package io.numaresources.explain;

import static io.numaresources.explain.PodQuestionTest.candidate;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.explain.WaitingPods.Limits;
import io.numaresources.explain.WaitingPods.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitingPodsTest {
    private static final Instant CREATED = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration AGAIN = Duration.ofMinutes(5);

    private final WaitingPods pods = new WaitingPods(new Limits(100, 10, 1000, AGAIN));
    private Instant now = CREATED.plusSeconds(1);

    @Test
    void tellsAVerdictOnce() {
        pods.put(candidate("a", "cpu=2/8"));
        pods.put(pending("web", 4, true));

        assertThat(turn().tellings()).singleElement().satisfies(telling -> {
            assertThat(telling.reason()).isEqualTo("NUMANoRoom");
            assertThat(telling.first()).isTrue();
            assertThat(telling.sentence()).startsWith("the only node it may go to refuses it; a: the pod needs 4 CPUs");
        });
        assertThat(pods.waitingByReason()).containsEntry("no-room", 1).containsEntry("unanswered", 0);
        var second = turn();
        assertThat(second.tellings()).isEmpty();
        assertThat(second.asked()).isZero();
        assertThat(second.next()).isEmpty();
    }

    @Test
    void leavesThePodAloneThatTheSchedulerHasNotJudgedYet() {
        pods.put(candidate("a", "cpu=2/8"));
        pods.put(pending("web", 4, false));

        var first = turn();
        assertThat(first.tellings()).isEmpty();
        assertThat(first.asked()).isZero();
        assertThat(first.next()).contains(CREATED.plusSeconds(30));
        now = CREATED.plusSeconds(30);
        assertThat(turn().tellings()).hasSize(1);
    }

    @Test
    void asksOnlyNodesThatChanged() {
        for (int i = 0; i < 50; i++) {
            pods.put(candidate("node-" + i, "cpu=2/8"));
        }
        pods.put(pending("web", 4, true));
        assertThat(turn().asked()).isEqualTo(50);

        pods.put(candidate("node-7", "cpu=1/8"));
        pods.put(candidate("node-8", "cpu=1/8"));
        assertThat(turn().asked()).isEqualTo(2);
        assertThat(turn().asked()).isZero();
    }

    @Test
    void tellsAnotherVerdictWhenItChangesButNoSoonerThanAgain() {
        pods.put(candidate("a", "cpu=2/8"));
        pods.put(pending("web", 4, true));
        turn();

        pods.put(candidate("a", "cpu=8/8"));
        assertThat(turn().next()).contains(now.minusSeconds(1).plus(AGAIN).minusSeconds(1));
        assertThat(turn().tellings()).isEmpty();
        now = now.plus(AGAIN);
        assertThat(turn().tellings()).singleElement().satisfies(telling -> {
            assertThat(telling.reason()).isEqualTo("NUMAFits");
            assertThat(telling.warning()).isFalse();
            assertThat(telling.first()).isFalse();
        });
        assertThat(pods.waitingByReason()).containsEntry("fits", 1);
    }

    @Test
    void asksOnceForPodsThatAreAlike() {
        for (int i = 0; i < 50; i++) {
            pods.put(candidate("node-" + i, "cpu=2/8"));
        }
        for (int i = 0; i < 30; i++) {
            pods.put(pending("web-" + i, 4, true));
        }

        var turn = turn();
        assertThat(turn.asked()).isEqualTo(50);
        assertThat(turn.tellings()).as("the bound of a turn").hasSize(10);
        assertThat(turn.next()).isPresent();
        assertThat(turn().tellings()).hasSize(10);
        assertThat(turn().tellings()).hasSize(10);
        assertThat(turn().tellings()).isEmpty();
    }

    @Test
    void forgetsPodsAndNodesThatAreGone() {
        pods.put(candidate("a", "cpu=2/8"));
        pods.put(pending("web", 4, true));
        turn();

        pods.removeWaiting("shop/web");
        assertThat(pods.waitingByReason().values()).containsOnly(0);
        assertThat(pods.idle()).isTrue();
        pods.removeNode("a");
        pods.put(pending("next", 4, true));
        assertThat(turn().tellings())
                .singleElement()
                .satisfies(telling -> assertThat(telling.reason()).isEqualTo("NUMANoNode"));
    }

    @Test
    void survivesMoreNodesLeavingThanItRemembers() {
        for (int i = 0; i < 1500; i++) {
            pods.put(candidate("old-" + i, "cpu=2/8"));
        }
        pods.put(pending("web", 4, true));
        turn();
        for (int i = 0; i < 1400; i++) {
            pods.removeNode("old-" + i);
        }
        pods.put(candidate("new", "cpu=8/8"));
        now = now.plus(AGAIN);

        assertThat(turn().tellings())
                .singleElement()
                .satisfies(telling ->
                        assertThat(telling.sentence()).contains("1 of 101 nodes would admit it, such as new"));
    }

    @Test
    void tellsARefusalWithWhatTheNodeIsNow() {
        pods.put(candidate("a", "cpu=2/8"));
        pods.put(refused("web", "TopologyAffinityError"));

        assertThat(turn().tellings()).singleElement().satisfies(telling -> {
            assertThat(telling.reason()).isEqualTo("NUMARejected");
            assertThat(telling.sentence())
                    .startsWith(
                            "node a refused it with TopologyAffinityError; as the node is now: the pod needs 4 CPUs");
        });
        assertThat(pods.refusedByReason()).containsExactly(java.util.Map.entry("TopologyAffinityError", 1));
        pods.put(refused("web", "TopologyAffinityError"));
        assertThat(turn().tellings()).isEmpty();
        pods.removeRefused("shop/web");
        assertThat(pods.refusedByReason()).isEmpty();
    }

    /** What a node publishes lists no ended init containers: by that alone the event said that the refused pod fits. */
    @Test
    void tellsOfARefusalWhatTheCommandLineSaysOnceThePodsOfTheNodeAreKnown() {
        var holder = PodQuestionTest.pod("""
                spec:
                  initContainers: [{name: prepare, resources: {limits: {cpu: 4, memory: 1Gi}}}]
                  containers: [{name: main, resources: {limits: {cpu: 1, memory: 1Gi}}}]
                """);
        var node = Serialization.unmarshal("""
                apiVersion: v1
                kind: Node
                metadata: {name: a}
                status: {allocatable: {cpu: "16", memory: 64Gi, pods: "9"}, conditions: [{type: Ready, status: "True"}]}
                """, Node.class);
        var details = NodeDetails.of(node, List.of(holder), Optional.empty());
        var zones = new String[] {"cpu=4/8", "cpu=1/8"};
        var pod = refused("web", "TopologyAffinityError");
        pods.put(candidate("a", zones));
        pods.put(pod);

        var telling = turn().tellings().getFirst();
        assertThat(telling.sentence()).contains("as the node is now: fits in zone 0");

        var commandLine = pod.question()
                .askOn(Candidate.of(NodePlace.of(node), Optional.of(PodQuestionTest.topology("a", zones)), details))
                .orElseThrow();
        assertThat(telling.with(details).sentence())
                .isEqualTo(
                        "node a refused it with TopologyAffinityError; as the node is now: " + commandLine.sentence())
                .contains("it depends on the zones in which ended init containers");
    }

    @Test
    void aPodThatWaitsIsToldOfNoSingleNode() {
        pods.put(candidate("a", "cpu=2/8"));
        pods.put(pending("web", 4, true));

        var telling = turn().tellings().getFirst();

        assertThat(telling.node()).isEmpty();
        assertThat(telling.with(NodeDetails.NONE)).isSameAs(telling);
    }

    @Test
    void countsAStormButTellsNoMoreOfItThanItsBound() {
        pods.put(candidate("a", "cpu=2/8"));
        for (int i = 0; i < 3000; i++) {
            pods.put(refused("web-" + i, "TopologyAffinityError"));
        }

        assertThat(pods.refusedByReason()).containsEntry("TopologyAffinityError", 3000);
        int told = 0;
        for (Turn turn = turn(); !turn.tellings().isEmpty(); turn = turn()) {
            assertThat(turn.tellings()).hasSizeLessThanOrEqualTo(10);
            told += turn.tellings().size();
        }
        assertThat(told).isEqualTo(1000);
    }

    /** The watches of pending and of failed pods aren't in step; CliIT lost a refusal by it, now and then. */
    @Test
    void aLateWordThatAPodIsPendingTakesNoRefusalBack() {
        var failed = pod("web", 4, 1, "status: {phase: Failed, reason: TopologyAffinityError}");
        var late = pod("web", 4, 1, "status: {phase: Pending}");
        failed.getSpec().setNodeName("a");
        late.getSpec().setNodeName("a");

        pods.see(failed);
        pods.see(late);

        assertThat(pods.refusedByReason()).containsEntry("TopologyAffinityError", 1);
        assertThat(turn().tellings())
                .singleElement()
                .satisfies(telling -> assertThat(telling.reason()).isEqualTo("NUMARejected"));
    }

    @Test
    void doesNotTellOldRefusalsAfterARestart() {
        now = CREATED.plus(Duration.ofHours(2));
        pods.put(refused("web", "TopologyAffinityError"));

        assertThat(turn().tellings()).isEmpty();
    }

    /** A thousand pods of fifty shapes on five thousand nodes: bounded turns, each pod told, then nothing to do. */
    @Test
    void aThousandPodsOnFiveThousandNodesAreBoundedWork() {
        var large = new WaitingPods(Limits.DEFAULT);
        for (int i = 0; i < 5000; i++) {
            large.put(candidate("node-" + i, "cpu=%d/32".formatted(i % 8), "cpu=%d/32".formatted(i % 5)));
        }
        for (int i = 0; i < 1000; i++) {
            large.put(WaitingPod.of(
                            pod(
                                    "web-" + i,
                                    9 + i % 10,
                                    i % 50,
                                    "status: {phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable}]}"))
                    .orElseThrow());
        }

        var told = new HashSet<String>();
        long asked = 0;
        int turns = 0;
        Turn turn;
        do {
            turn = large.turn(now);
            now = now.plusSeconds(1);
            turns++;
            asked += turn.asked();
            assertThat(turn.asked()).isLessThanOrEqualTo(Limits.DEFAULT.nodes() + 5000);
            assertThat(turn.tellings()).hasSizeLessThanOrEqualTo(Limits.DEFAULT.tellings());
            turn.tellings()
                    .forEach(telling -> assertThat(told.add(telling.pod().key()))
                            .as("told once")
                            .isTrue());
        } while (turn.next().isPresent() && turns < 1000);

        assertThat(told).hasSize(1000);
        assertThat(asked).as("each of fifty questions asks each node once").isEqualTo(250_000);
        assertThat(large.waitingByReason()).containsEntry("no-room", 1000);
        assertThat(large.turn(now)).isEqualTo(new Turn(List.of(), 0, java.util.Optional.empty()));

        for (int i = 0; i < 10; i++) {
            large.put(candidate("node-" + (100 + i), "cpu=0/32", "cpu=0/32"));
        }
        long again = 0;
        for (int i = 0; i < 3; i++) {
            again += large.turn(now).asked();
        }
        assertThat(again).as("ten changed nodes for each of fifty questions").isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status: {phase: Pending}| true",
                "status: {phase: Running}| false",
                "status: {phase: Failed, reason: Evicted}| false",
                "status: {phase: Failed}| false"
            })
    void looksAtPodsThatWaitOnly(String status, boolean waits) {
        assertThat(WaitingPod.of(pod("web", 4, 1, status)).isPresent()).isEqualTo(waits);
    }

    @Test
    void doesNotLookAtAPodThatIsPlacedAndStarts() {
        var pod = pod("web", 4, 1, "status: {phase: Pending}");
        pod.getSpec().setNodeName("a");

        assertThat(WaitingPod.of(pod)).isEmpty();
    }

    @Test
    void aClockThatIsSetBackHoldsUpAnotherVerdictForNoLongerThanAgain() {
        pods.put(candidate("a", "cpu=2/8"));
        pods.put(pending("web", 4, true));
        turn();

        now = now.minus(Duration.ofHours(1));
        pods.put(candidate("a", "cpu=8/8"));
        assertThat(turn().tellings()).isEmpty();
        now = now.plus(AGAIN);
        assertThat(turn().tellings())
                .singleElement()
                .satisfies(telling -> assertThat(telling.reason()).isEqualTo("NUMAFits"));
    }

    @Test
    void aClockThatIsSetBackHoldsUpAFirstVerdictForHalfAMinuteAtMost() {
        pods.put(candidate("a", "cpu=2/8"));
        now = CREATED.minus(Duration.ofHours(1));
        pods.put(pending("web", 4, false));
        assertThat(turn().tellings()).isEmpty();

        now = now.plusSeconds(30);
        assertThat(turn().tellings()).hasSize(1);
    }

    private Turn turn() {
        var turn = pods.turn(now);
        now = now.plusSeconds(1);
        return turn;
    }

    private static WaitingPod pending(String name, int cpus, boolean unschedulable) {
        var status = unschedulable
                ? "status: {phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable}]}"
                : "status: {phase: Pending}";
        return WaitingPod.of(pod(name, cpus, 1, status)).orElseThrow();
    }

    private static WaitingPod refused(String name, String reason) {
        var pod = pod(name, 4, 1, "status: {phase: Failed, reason: %s}".formatted(reason));
        pod.getSpec().setNodeName("a");
        return WaitingPod.of(pod).orElseThrow();
    }

    private static Pod pod(String name, int cpus, int mebibytes, String status) {
        return Serialization.unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: shop, uid: uid-%s, creationTimestamp: "%s"}
                spec:
                  containers: [{name: main, resources: {limits: {cpu: %d, memory: %dMi}}}]
                """.formatted(name, name, CREATED, cpus, mebibytes + 1) + status, Pod.class);
    }
}
