package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.OPERATOR_USER;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.patch;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.agent.AgentPods;
import io.numaresources.testbed.AuditEvent;
import io.numaresources.testbed.AuditLog;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.SimulatedPods;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Pods that kubelets reject by the thousand. A storm is that of kubernetes #84869: a ReplicaSet whose pods the kubelet rejects, with a scheduler that
 * doesn't know zones.
 */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RejectedPodsIT {
    private static final int PODS = 5000;
    private static final int OWNERS = 5;
    private static final int KEPT = 3;
    private static final int MOST_PER_SECOND = 50;
    private static final Duration WINDOW = Duration.ofSeconds(1);

    private ControlPlane plane;
    private KubernetesClient client;
    private OperatorProcess operator;
    private Scraper scraper;
    private AuditLog.Mark installed;
    private List<String> nodes;
    private String foreign;

    @BeforeAll
    void install(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        nodes = SimulatedNodes.create(client, "demo", 10, HPC);
        foreign = SimulatedNodes.create(client, "gpu-8x4", 1, Map.of()).getFirst();
        installed = plane.audit().mark();
        operator = Installation.start(plane);
        scraper = Scraper.allowed(plane);
        client.resource(Installation.sample()).create();
        patch(client, "{\"spec\":{\"scheduler\":{\"enabled\":false}}}");
        eventually().untilAsserted(() -> {
            assertThat(stored(client).getStatus()).isNotNull();
            assertThat(stored(client).getStatus().nodeCount()).isEqualTo(10);
        });
    }

    @AfterAll
    void stop() {
        operator.close();
    }

    @Test
    @Order(1)
    void aStormIsToldToItsOwnerInTheStatusAndAsAMetric() throws Exception {
        var template = pod("storm", nodes.getFirst(), 5);
        client.resource(SimulatedPods.replicaSet("storm", template)).create();

        var tenth = eventually().until(() -> tenthRejection("storm"), times -> times != null);
        eventually()
                .untilAsserted(() -> assertThat(stored(client).getStatus().findings())
                        .anySatisfy(finding -> {
                            assertThat(finding.code()).isEqualTo("RejectionStorm");
                            assertThat(finding.message()).contains("ReplicaSet default/storm");
                        }));
        var found = Instant.now();
        eventually()
                .untilAsserted(
                        () -> assertThat(metric("numaresources_guard_storms")).isEqualTo(1));
        var counted = Instant.now();
        var event = eventually()
                .until(() -> events("storm"), list -> !list.isEmpty())
                .getFirst();

        assertThat(event.getInvolvedObject().getKind()).isEqualTo("ReplicaSet");
        assertThat(event.getType()).isEqualTo("Warning");
        assertThat(event.getMessage()).contains("TopologyAffinityError").contains(nodes.getFirst());
        // times of pods and events are whole seconds
        System.out.printf(
                "after the tenth rejection: event %d s, finding %d s, metric %d s%n",
                Duration.between(tenth, Instant.parse(event.getFirstTimestamp()))
                        .toSeconds(),
                Duration.between(tenth, found).toSeconds(),
                Duration.between(tenth, counted).toSeconds());
        assertThat(metric("numaresources_guard_rejections_total")).isGreaterThanOrEqualTo(10);
        assertThat(deletions(installed)).isEmpty();
        client.apps().replicaSets().inNamespace("default").withName("storm").delete();
        eventually().untilAsserted(() -> assertThat(podsOf("storm")).isEmpty());
        assertThat(events("storm")).as("one event, however many pods").hasSize(1);
    }

    @Test
    @Order(2)
    void thousandsAreDeletedWithinTheBudgetAndNothingElse() throws Exception {
        var bystanders = bystanders();
        var owners = new ArrayList<ConfigMap>();
        for (int i = 0; i < OWNERS; i++) {
            owners.add(owner("owner-" + i));
        }
        create(owners);
        eventually()
                .atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(() ->
                        assertThat(metric("numaresources_guard_rejected_pods")).isEqualTo(PODS));
        var rejected = failed().stream()
                .filter(pod -> pod.getMetadata().getName().startsWith("mass-"))
                .toList();
        assertThat(rejected).hasSize(PODS);
        var mark = plane.audit().mark();

        var start = Instant.now();
        patch(client, "{\"spec\":{\"rejectedPods\":{\"action\":\"Delete\",\"minAge\":\"1s\"}}}");
        eventually()
                .atMost(Duration.ofMinutes(8))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() ->
                        assertThat(metric("numaresources_guard_rejected_pods")).isEqualTo(OWNERS * KEPT));
        var took = Duration.between(start, Instant.now());

        var deletions = deletions(mark);
        assertThat(deletions).hasSize(PODS - OWNERS * KEPT).allMatch(event -> event.code() == 200);
        assertThat(deletions).extracting(AuditEvent::name).allMatch(name -> name.startsWith("mass-"));
        assertThat(mostWithin(deletions)).as("deletions within a second").isLessThanOrEqualTo(MOST_PER_SECOND);
        assertThat(left()).isEqualTo(newest(rejected));
        assertThat(unchanged(bystanders)).isEqualTo(bystanders);
        System.out.printf(
                "%d pods deleted in %.1f s, at most %d a second%n",
                deletions.size(), took.toMillis() / 1e3, mostWithin(deletions));
    }

    /** What looks similar and must stay, by uid, as namespace/name and phase. */
    private Map<String, String> bystanders() {
        var owner = owner("bystander");
        var created = new ArrayList<Pod>();
        for (int i = 0; i < 10; i++) {
            created.add(pod("unowned-" + i, nodes.get(i), 5));
            created.add(owned(pod("elsewhere-" + i, foreign, 60), owner));
            created.add(owned(pod("running-" + i, nodes.get(i), 1), owner));
            created.add(owned(pod("evicted-" + i, nodes.get(i), 1), owner));
            var merelyReferring = owned(pod("referring-" + i, nodes.get(i), 5), owner);
            merelyReferring.getMetadata().getOwnerReferences().getFirst().setController(false);
            created.add(merelyReferring);
        }
        created.forEach(pod -> client.resource(pod).create());
        eventually()
                .untilAsserted(() -> assertThat(
                                client.pods().inNamespace("default").list().getItems())
                        .filteredOn(pod -> !pod.getStatus().getPhase().equals("Pending"))
                        .hasSizeGreaterThanOrEqualTo(50));
        for (int i = 0; i < 10; i++) {
            client.pods()
                    .inNamespace("default")
                    .withName("evicted-" + i)
                    .subresource("status")
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"status\":{\"phase\":\"Failed\",\"reason\":\"Evicted\"}}");
        }
        var all = client.pods().inNamespace("default").list().getItems();
        assertThat(all)
                .filteredOn(
                        pod -> "TopologyAffinityError".equals(pod.getStatus().getReason()))
                .hasSize(30);
        return all.stream().collect(Collectors.toMap(pod -> pod.getMetadata().getUid(), RejectedPodsIT::describe));
    }

    private Map<String, String> unchanged(Map<String, String> bystanders) {
        return client.pods().inNamespace("default").list().getItems().stream()
                .filter(pod -> bystanders.containsKey(pod.getMetadata().getUid()))
                .collect(Collectors.toMap(pod -> pod.getMetadata().getUid(), RejectedPodsIT::describe));
    }

    private static String describe(Pod pod) {
        return pod.getMetadata().getName() + " " + pod.getStatus().getPhase() + " "
                + pod.getStatus().getReason();
    }

    private void create(List<ConfigMap> owners) throws InterruptedException {
        var room = new Semaphore(16);
        var failures = ConcurrentHashMap.<String>newKeySet();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < PODS; i++) {
                int number = i;
                room.acquire();
                executor.execute(() -> {
                    try {
                        var pod = pod("mass-" + number, nodes.get(number % nodes.size()), 5);
                        client.resource(owned(pod, owners.get(number % OWNERS))).create();
                    } catch (RuntimeException e) {
                        failures.add(e.toString());
                    } finally {
                        room.release();
                    }
                });
            }
        }
        assertThat(failures).isEmpty();
    }

    /** Names of the rejected pods that are left. */
    private Set<String> left() {
        return failed().stream()
                .map(pod -> pod.getMetadata().getName())
                .filter(name -> name.startsWith("mass-"))
                .collect(Collectors.toSet());
    }

    /** Names of the last ones of each owner, by the time of the rejection, then by uid. */
    private static Set<String> newest(List<Pod> rejected) {
        var newest = new HashSet<String>();
        rejected.stream()
                .collect(Collectors.groupingBy(
                        pod -> pod.getMetadata().getOwnerReferences().getFirst().getName()))
                .values()
                .forEach(pods -> pods.stream()
                        .sorted(Comparator.comparing(RejectedPodsIT::statusTime)
                                .thenComparing(pod -> pod.getMetadata().getUid())
                                .reversed())
                        .limit(KEPT)
                        .forEach(pod -> newest.add(pod.getMetadata().getName())));
        return newest;
    }

    private static Instant statusTime(Pod pod) {
        return pod.getMetadata().getManagedFields().stream()
                .filter(entry -> "status".equals(entry.getSubresource()))
                .map(entry -> Instant.parse(entry.getTime()))
                .max(Instant::compareTo)
                .orElseThrow();
    }

    private static long mostWithin(List<AuditEvent> deletions) {
        var times = deletions.stream().map(AuditEvent::received).sorted().toList();
        int most = 0;
        int from = 0;
        for (int to = 0; to < times.size(); to++) {
            while (Duration.between(times.get(from), times.get(to)).compareTo(WINDOW) >= 0) {
                from++;
            }
            most = Math.max(most, to - from + 1);
        }
        return most;
    }

    private List<AuditEvent> deletions(AuditLog.Mark mark) {
        return plane.audit().ofUser(mark, OPERATOR_USER).stream()
                .filter(event -> event.resource().equals("pods") && event.verb().startsWith("delete"))
                // agents come and go
                .filter(event -> !event.namespace().equals(AgentPods.NAMESPACE))
                .toList();
    }

    private List<Pod> failed() {
        return client.pods()
                .inNamespace("default")
                .withField("status.phase", "Failed")
                .list()
                .getItems();
    }

    private List<Pod> podsOf(String app) {
        return client.pods().inNamespace("default").withLabel("app", app).list().getItems();
    }

    private @org.jspecify.annotations.Nullable Instant tenthRejection(String app) {
        var times = podsOf(app).stream()
                .filter(pod -> "Failed".equals(pod.getStatus().getPhase()))
                .map(RejectedPodsIT::statusTime)
                .sorted()
                .toList();
        return times.size() < 10 ? null : times.get(9);
    }

    private List<Event> events(String owner) {
        return client.v1().events().inNamespace("default").list().getItems().stream()
                .filter(event -> "NUMARejectionStorm".equals(event.getReason())
                        && owner.equals(event.getInvolvedObject().getName()))
                .toList();
    }

    /** Sum of a metric's series. */
    private double metric(String name) throws Exception {
        return scraper.scrape(operator.address())
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Of a kind that no controller looks after. */
    private ConfigMap owner(String name) {
        return client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .endMetadata()
                        .build())
                .create();
    }

    private static Pod owned(Pod pod, ConfigMap owner) {
        pod.getMetadata()
                .setOwnerReferences(List.of(new OwnerReferenceBuilder()
                        .withApiVersion("v1")
                        .withKind("ConfigMap")
                        .withName(owner.getMetadata().getName())
                        .withUid(owner.getMetadata().getUid())
                        .withController(true)
                        .build()));
        return pod;
    }

    /** A pod on a node; 5 CPUs fit no zone of a demo node. */
    private static Pod pod(String name, String node, int cpus) {
        return new PodBuilder(Pods.guaranteed(name, "default-scheduler", cpus, "64Mi"))
                .editSpec()
                .withNodeName(node)
                .withNodeSelector(Map.of())
                .endSpec()
                .build();
    }
}
