package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.api.v1alpha1.Rollout;
import io.numaresources.fleet.Pool;
import io.numaresources.fleet.Reported;
import io.numaresources.rollout.Event;
import io.numaresources.rollout.Phase;
import io.numaresources.rollout.Step;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.StackLabels;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the operator does with a node, phase by phase; the clock stands at noon. */
class NodeStepsTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Clock clock = Clock.fixed(NOON, ZoneOffset.UTC);
    private final KubernetesClient unconnected = new KubernetesClientBuilder().build();
    private final Fleet fleet = new Fleet(clock);
    private final Cluster cluster = new Cluster();
    private final NodeSteps steps =
            new NodeSteps(cluster, new NodeWriter(unconnected, fleet, clock), fleet, "numa-system/operator", clock);
    private Rollout rollout = new Rollout(null, null, null, null, null, null);

    /** One node and its pods. */
    private static final class Cluster implements NodeAccess {
        final List<Pod> pods = new ArrayList<>();
        final Set<Pod> guarded = new HashSet<>();
        final List<Pod> deleted = new ArrayList<>();
        Node node = ready("True", NOON.minusSeconds(3600), NOON.minusSeconds(1));

        @Override
        public Optional<Node> node(String name) {
            return Optional.of(node);
        }

        @Override
        public void cordon(String name, boolean on) {
            node = new NodeBuilder(node)
                    .withNewSpec()
                    .withUnschedulable(on)
                    .endSpec()
                    .build();
        }

        @Override
        public List<Pod> pods(String name) {
            return List.copyOf(pods);
        }

        @Override
        public boolean evict(Pod pod) {
            return !guarded.contains(pod) && pods.remove(pod);
        }

        @Override
        public void delete(Pod pod) {
            deleted.add(pod);
            pods.remove(pod);
        }

        boolean cordoned() {
            return NodeAccess.cordoned(node);
        }

        static Node ready(String status, Instant since, Instant heartbeat) {
            return new NodeBuilder()
                    .withNewSpec()
                    .endSpec()
                    .withNewStatus()
                    .addNewCondition()
                    .withType("Ready")
                    .withStatus(status)
                    .withLastTransitionTime(since.toString())
                    .withLastHeartbeatTime(heartbeat.toString())
                    .endCondition()
                    .endStatus()
                    .build();
        }

        Pod updater(String name, Instant since) {
            var pod = new PodBuilder()
                    .withNewMetadata()
                    .withNamespace("numa-system")
                    .withName(name)
                    .addToLabels(StackLabels.COMPONENT, StackLabels.UPDATER)
                    .endMetadata()
                    .withNewStatus()
                    .withStartTime(since.toString())
                    .endStatus()
                    .build();
            pods.add(pod);
            return pod;
        }

        Pod replica(String name) {
            var pod = new PodBuilder()
                    .withNewMetadata()
                    .withNamespace("default")
                    .withName(name)
                    .addNewOwnerReference()
                    .withKind("ReplicaSet")
                    .withName("owner")
                    .withController(true)
                    .endOwnerReference()
                    .endMetadata()
                    .withNewSpec()
                    .endSpec()
                    .build();
            pods.add(pod);
            return pod;
        }
    }

    @AfterEach
    void close() {
        unconnected.close();
    }

    private FleetPlan plan() {
        var group = new NodeGroup("hpc", null, null, null, rollout, null);
        var facts = List.of(
                new NodeFacts("a", Map.of(), true, true, Optional.empty()),
                new NodeFacts("b", Map.of(), true, true, Optional.empty()));
        return new FleetPlan(
                new OwnerReference(),
                List.of(),
                Map.of("hpc", group),
                Map.of(),
                List.of(Pool.of(group, "r1", facts)),
                Map.of("a", facts.getFirst(), "b", facts.getLast()),
                true,
                false);
    }

    private static Reported node(Phase phase, long secondsInPhase, Consumer<ObjectNode> more) {
        var node = new NUMANode();
        node.setMetadata(
                new ObjectMetaBuilder().withName("a").withResourceVersion("1").build());
        node.setSpec(new NUMANodeSpec("hpc", null, null, "r1", null, null));
        var status = JSON.createObjectNode().put("phase", phase.value());
        status.putObject("transitions")
                .put(phase.value(), NOON.minusSeconds(secondsInPhase).toString());
        more.accept(status);
        node.setStatus(Serialization.unmarshal(status.toString(), NUMANodeStatus.class));
        return new Reported(node);
    }

    private static Reported node(Phase phase, long secondsInPhase) {
        return node(phase, secondsInPhase, status -> {});
    }

    private Outcome attempt(Reported node) {
        return steps.attempt(node, plan());
    }

    private static Event event(Outcome outcome) {
        return ((Outcome.Happened) outcome).event();
    }

    private static String message(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Happened(var event, var message) -> message;
            case Outcome.Waits(var again, var message) -> message;
        };
    }

    private static Consumer<ObjectNode> backedUp(boolean cordonedBefore, String step, Instant started) {
        return status -> {
            ((ObjectNode) status.get("transitions"))
                    .put("BackedUp", NOON.minusSeconds(300).toString());
            status.put("cordonedBefore", cordonedBefore);
            status.put("message", "the kubelet's own words");
            status.put("step", step);
            status.putObject("kubelet").put("started", started.toString());
        };
    }

    @Test
    void drainsUntilNothingIsLeft() {
        cluster.replica("one");

        assertThat(attempt(node(Phase.CORDONED, 1))).isInstanceOf(Outcome.Waits.class);
        assertThat(event(attempt(node(Phase.CORDONED, 4)))).isEqualTo(new Event.Done(Step.DRAIN));
    }

    @Test
    void asksAgainWhereABudgetRefusesAndGivesUpWhenTheTimeIsOver() {
        cluster.guarded.add(cluster.replica("one"));

        assertThat(message(attempt(node(Phase.CORDONED, 1))))
                .isEqualTo("draining: a PodDisruptionBudget refuses to let go of default/one");
        assertThat(event(attempt(node(Phase.CORDONED, 601)))).isEqualTo(new Event.Failed(Step.DRAIN));
        assertThat(cluster.deleted).isEmpty();
    }

    @Test
    void deletesWhatABudgetGuardsWhereThatIsAskedFor() {
        var pod = cluster.replica("one");
        cluster.guarded.add(pod);
        rollout = Serialization.unmarshal("drain: {ignorePodDisruptionBudgets: true}", Rollout.class);

        attempt(node(Phase.CORDONED, 1));

        assertThat(cluster.deleted).containsExactly(pod);
    }

    @Test
    void givesAChangeUpOnWhichTheAgentDoesNotGetFurther() {
        assertThat(attempt(node(Phase.DRAINED, 599))).isInstanceOf(Outcome.Waits.class);
        assertThat(event(attempt(node(Phase.BACKED_UP, 601)))).isEqualTo(new Event.Failed(Step.ARM));
        assertThat(event(attempt(node(Phase.ROLLBACK_ARMED, 601)))).isEqualTo(new Event.Failed(Step.APPLY));
    }

    @Test
    void verifiesWithinTheTimeAndNamesWhatIsMissingAfterwards() {
        var started = node(
                Phase.APPLIED,
                40,
                status -> status.putObject("kubelet")
                        .put("started", NOON.minusSeconds(35).toString()));
        cluster.node = Cluster.ready("True", NOON.minusSeconds(3600), NOON.minusSeconds(10));

        assertThat(event(attempt(started))).isEqualTo(new Event.Done(Step.VERIFY));
        assertThat(message(attempt(node(Phase.APPLIED, 149))))
                .isEqualTo("being verified: the kubelet has not been seen to start again");
        var late = attempt(node(Phase.APPLIED, 151));
        assertThat(event(late)).isEqualTo(new Event.Failed(Step.VERIFY));
        assertThat(message(late))
                .isEqualTo(
                        "not verified within rollout.verifyTimeout of 150s: the kubelet has not been seen to start again");
    }

    @Test
    void watchesTheCanaryForTheWholeSoak() {
        fleet.wrote(node(Phase.SOAKING, 60).node());

        assertThat(attempt(node(Phase.SOAKING, 60))).isInstanceOf(Outcome.Waits.class);
        fleet.wrote(node(Phase.SOAKING, 121).node());
        assertThat(event(attempt(node(Phase.SOAKING, 121)))).isEqualTo(new Event.Done(Step.SOAK));
    }

    @Test
    void takesAChangeBackAfterWhichTheNodeStopsBeingReady() {
        cluster.node = Cluster.ready("Unknown", NOON.minusSeconds(19), NOON.minusSeconds(60));
        assertThat(attempt(node(Phase.SOAKING, 60))).isInstanceOf(Outcome.Waits.class);

        cluster.node = Cluster.ready("Unknown", NOON.minusSeconds(21), NOON.minusSeconds(60));
        assertThat(event(attempt(node(Phase.SOAKING, 60)))).isEqualTo(new Event.Unhealthy());
    }

    @Test
    void givesANodeBackThatHasNothingToRestore() {
        cluster.cordon("a", true);

        var outcome = attempt(node(Phase.ROLLING_BACK, 1, status -> status.put("cordonedBefore", false)));

        assertThat(event(outcome)).isEqualTo(new Event.Done(Step.RESTORE));
        assertThat(cluster.cordoned()).isFalse();
    }

    @Test
    void keepsANodeCordonedUntilTheFormerConfigurationIsSeenToWork() {
        cluster.node = Cluster.ready("True", NOON.minusSeconds(3600), NOON.minusSeconds(1));

        assertThat(attempt(node(Phase.ROLLING_BACK, 60, backedUp(false, "", NOON.minusSeconds(40)))))
                .isInstanceOf(Outcome.Waits.class);
        assertThat(cluster.cordoned()).isTrue();
        assertThat(attempt(node(Phase.ROLLING_BACK, 60, backedUp(false, "Restored", NOON.minusSeconds(10)))))
                .isInstanceOf(Outcome.Waits.class);

        var works = attempt(node(Phase.ROLLING_BACK, 60, backedUp(false, "Restored", NOON.minusSeconds(40))));

        assertThat(event(works)).isEqualTo(new Event.Done(Step.RESTORE));
        assertThat(message(works)).isEqualTo("the kubelet's own words");
        assertThat(cluster.cordoned()).isFalse();
    }

    @Test
    void leavesANodeCordonedWhoseFormerConfigurationDoesNotWorkEither() {
        cluster.node = Cluster.ready("Unknown", NOON.minusSeconds(3600), NOON.minusSeconds(3600));

        var outcome = attempt(node(Phase.ROLLING_BACK, 751, backedUp(false, "Restored", NOON.minusSeconds(60))));

        assertThat(event(outcome)).isEqualTo(new Event.StillBroken());
        assertThat(message(outcome))
                .startsWith("the kubelet's own words; the former configuration doesn't verify: the node is not Ready");
        assertThat(cluster.cordoned()).isTrue();
    }

    @Test
    void neverUncordonsWhatSomebodyElseCordoned() {
        cluster.cordon("a", true);
        Consumer<ObjectNode> before = status -> status.put("cordonedBefore", true);

        assertThat(event(attempt(node(Phase.GRANTED, 1, before)))).isEqualTo(new Event.Done(Step.CORDON));
        assertThat(event(attempt(node(Phase.DISARMED, 1, before)))).isEqualTo(new Event.Done(Step.UNCORDON));
        attempt(node(Phase.ROLLING_BACK, 1, before));

        assertThat(cluster.cordoned()).isTrue();
    }

    @Test
    void uncordonsWhatItCordoned() {
        Consumer<ObjectNode> before = status -> status.put("cordonedBefore", false);

        attempt(node(Phase.GRANTED, 1, before));
        assertThat(cluster.cordoned()).isTrue();
        attempt(node(Phase.DISARMED, 1, before));
        assertThat(cluster.cordoned()).isFalse();
    }

    /** An updater asks its kubelet only once, when it starts, what zones can give. */
    @Test
    void replacesTheUpdaterThatIsOlderThanTheKubelet() {
        var older = cluster.updater("older", NOON.minusSeconds(120));
        cluster.updater("younger", NOON.minusSeconds(30));
        cluster.replica("another");

        attempt(node(Phase.DISARMED, 1, started(NOON.minusSeconds(60))));

        assertThat(cluster.deleted).containsExactly(older);
    }

    @Test
    void replacesAnUpdaterOnceWhenSomebodyElseStartedTheKubelet() {
        var older = cluster.updater("older", NOON.minusSeconds(120));
        var inspected = node(Phase.INSPECTED, 1, started(NOON.minusSeconds(60)));

        steps.inspected(inspected);
        assertThat(cluster.deleted).containsExactly(older);

        var another = cluster.updater("another", NOON.minusSeconds(110));
        steps.inspected(inspected);
        assertThat(cluster.deleted).doesNotContain(another);

        steps.inspected(node(Phase.INSPECTED, 300, started(NOON.minusSeconds(30))));
        assertThat(cluster.deleted).contains(another);
    }

    @Test
    void asksForNoPodsForAnInspectionOfAFormerProcess() {
        cluster.updater("older", NOON.minusSeconds(120));

        steps.inspected(node(Phase.INSPECTED, 300, started(NOON.minusSeconds(60))));

        assertThat(cluster.deleted).isEmpty();
    }

    private static Consumer<ObjectNode> started(Instant kubelet) {
        return status -> status.putObject("kubelet").put("started", kubelet.toString());
    }
}
