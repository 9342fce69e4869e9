package io.numaresources.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.explain.Candidate;
import io.numaresources.explain.NodeDetails;
import io.numaresources.explain.NodePlace;
import io.numaresources.explain.PodQuestion;
import io.numaresources.explain.PodShapes;
import io.numaresources.platform.TopologyView;
import io.numaresources.platform.TopologyViewList;
import io.numaresources.topology.AlignmentPolicy;
import io.numaresources.topology.NumaNode;
import io.numaresources.topology.PodShape;
import io.numaresources.topology.Qos;
import io.numaresources.topology.Resources;
import io.numaresources.topology.Zone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A machine whose kubelet is asked about one pod after the other, each after a verdict from what the cluster then publishes. */
final class AskedMachine {
    private final KubernetesClient client;
    private final String node;
    private final String scope;
    private final long seed;
    private final List<Pod> tenants = new ArrayList<>();

    AskedMachine(KubernetesClient client, String node, String scope, long seed) {
        this.client = client;
        this.node = node;
        this.scope = scope;
        this.seed = seed;
    }

    List<Judged> judge(int count) {
        var judged = new ArrayList<Judged>();
        var pods = new RandomPods(seed, node, smallestZone(published()));
        for (int i = 0; i < count; i++) {
            while (!tenants.isEmpty() && pods.chance(40)) {
                delete(tenants.remove(pods.below(tenants.size())));
            }
            var pod = pods.next();
            var said = PodQuestion.of(pod.getSpec()).askOn(published()).orElseThrow();
            client.resource(pod).create();
            var one = Judged.of(pod.getMetadata().getName(), said.kubelet(), said.sentence(), decided(pod));
            judged.add(one);
            if (one.admitted()) {
                tenants.add(pod);
            } else {
                delete(pod);
            }
        }
        return judged;
    }

    private static long smallestZone(Candidate candidate) {
        return zones(candidate).stream()
                .mapToLong(zone -> zone.allocatable().get(Resources.MEMORY))
                .min()
                .orElseThrow();
    }

    private static List<Zone> zones(Candidate candidate) {
        return candidate.node().map(NumaNode::zones).orElse(List.of());
    }

    private void delete(Pod pod) {
        client.resource(pod).withGracePeriod(0).delete();
    }

    /** The kubelet's answer: it fails the pod, or begins with its containers. */
    private PodStatus decided(Pod pod) {
        return soon().until(
                        () -> client.resource(pod).get().getStatus(),
                        status -> "Failed".equals(status.getPhase())
                                || !status.getContainerStatuses().isEmpty());
    }

    /** The node as {@code kubectl numa explain} sees it, once the updater has published all pods that are there and no others. */
    private Candidate published() {
        var seen = new Object() {
            Optional<Candidate> candidate = Optional.empty();
        };
        soon().untilAsserted(() -> {
            var pods = client.pods().inAnyNamespace().withField("spec.nodeName", node).list().getItems().stream()
                    .toList();
            var candidate = candidate(pods);
            assertThat(candidate.gap()).isEmpty();
            var rules = candidate.node().orElseThrow().rules();
            assertThat(rules.policy()).isEqualTo(AlignmentPolicy.SINGLE_NUMA_NODE);
            assertThat(rules.scope().value()).isEqualTo(scope);
            assertThat(zones(candidate))
                    .as("zones of a kubelet with a static memory manager")
                    .isNotEmpty()
                    .allSatisfy(zone ->
                            assertThat(zone.allocatable().get(Resources.MEMORY)).isPositive());
            for (var resource : List.of(Resources.CPU, Resources.MEMORY)) {
                assertThat(sum(candidate, Zone::available, resource))
                        .as(() -> resource + " free with " + pods.size() + " pods")
                        .isEqualTo(sum(candidate, Zone::allocatable, resource) - listed(pods, resource));
            }
            seen.candidate = Optional.of(candidate);
        });
        return seen.candidate.orElseThrow();
    }

    private Candidate candidate(List<Pod> pods) {
        var object = client.nodes().withName(node).get();
        var topology = client.resources(TopologyView.class, TopologyViewList.class)
                .withName(node)
                .get();
        return Candidate.of(
                NodePlace.of(object),
                Optional.ofNullable(topology).map(TopologyView::published),
                NodeDetails.of(object, pods, Optional.empty()));
    }

    private static long sum(Candidate candidate, Function<Zone, Resources> amounts, String resource) {
        return zones(candidate).stream()
                .mapToLong(zone -> amounts.apply(zone).get(resource))
                .sum();
    }

    /** What the podresources API lists: of Guaranteed pods whole CPUs and memory, without ended init containers. */
    private static long listed(List<Pod> pods, String resource) {
        return pods.stream()
                .filter(pod -> !"Failed".equals(pod.getStatus().getPhase()))
                .map(pod -> PodShapes.of(pod.getSpec()))
                .filter(shape -> shape.qos() == Qos.GUARANTEED)
                .mapToLong(shape -> listed(shape, resource))
                .sum();
    }

    private static long listed(PodShape shape, String resource) {
        return Stream.concat(
                        shape.containers().stream(),
                        shape.initContainers().stream().filter(init -> init.sidecar()))
                .mapToLong(container -> container.requests().get(resource))
                .filter(amount -> !Resources.CPU.equals(resource) || amount % 1000 == 0)
                .sum();
    }

    private static ConditionFactory soon() {
        return Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions();
    }
}
