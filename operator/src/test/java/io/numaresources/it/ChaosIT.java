package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.NAMESPACE;
import static io.numaresources.it.Installation.OPERATOR_USER;
import static io.numaresources.it.Installation.awaitReady;
import static io.numaresources.it.Installation.condition;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.patch;
import static io.numaresources.it.Installation.sample;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.AuditEvent;
import io.numaresources.testbed.AuditLog;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Faults;
import io.numaresources.testbed.Outage;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.VersionProxy;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What goes wrong around an operator, while its objects are deleted and its resource changes. After each trouble the installation must be what it
 * was, with nothing made twice. A control plane of its own, since parts of it die. {@code make chaos} runs the long form.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ChaosIT {
    private static final boolean LONG = Boolean.getBoolean("chaos.long");
    private static final String FIRST = "chaos-first";
    private static final String SECOND = "chaos-second";
    private static final Duration LEASE = Duration.ofSeconds(6);
    /** The memory limit of the operator's container in config/manager. */
    private static final double LIMIT_MEBIBYTES = 384;

    private static final int NODES = 5000;

    private ControlPlane plane;
    private KubernetesClient client;
    private VersionProxy proxy;
    private RestartedOperator operator;
    private SchedulerRunner schedulers;
    private Map<String, String> asItShouldBe;

    @BeforeAll
    void install() throws IOException {
        Files.deleteIfExists(figures());
        plane = ControlPlane.start();
        client = plane.client();
        SimulatedNodes.create(client, "demo", 3, HPC);
        var root = RepositoryRoot.find();
        plane.applyManifests(root.resolve("crds"), root.resolve("config/rbac"));
        proxy = VersionProxy.startNamed(plane, FIRST);
        operator = new RestartedOperator(() -> candidate("numaresources-operator-0", proxy));
        schedulers = SchedulerRunner.start(plane);
        client.resource(sample()).create();
        awaitReady(client);
        asItShouldBe = OwnedState.of(client);
        assertThat(asItShouldBe).hasSizeGreaterThan(8).doesNotContainValue("");
    }

    @AfterAll
    void stop() {
        operator.close();
        proxy.close();
        schedulers.close();
        plane.close();
    }

    @Test
    @Order(1)
    void badNetworkAndOverloadedServer(TestInfo test) throws Exception {
        proxy.disturb(new Faults(Duration.ofMillis(200), 0.1, 0.1, 0.1, 0.05, Duration.ofSeconds(2)));
        stirFor(Duration.ofSeconds(LONG ? 300 : 8));
        proxy.disturb(Faults.NONE);
        assertSettled(test);
    }

    @Test
    @Order(2)
    void apiServerThatIsKilled(TestInfo test) throws Exception {
        for (int i = 0; i < (LONG ? 6 : 1); i++) {
            stirFor(Duration.ofSeconds(1));
            new Outage(plane, "kube-apiserver").killFor(Duration.ofSeconds(LONG ? 5L * i : 3));
        }
        assertSettled(test);
    }

    @Test
    @Order(3)
    void etcdThatStandsStillAndIsKilled(TestInfo test) throws Exception {
        for (int i = 0; i < (LONG ? 4 : 1); i++) {
            stirFor(Duration.ofSeconds(1));
            new Outage(plane, "etcd").pauseFor(Duration.ofSeconds(LONG ? 20 : 5));
            stirFor(Duration.ofSeconds(1));
            new Outage(plane, "etcd").killFor(Duration.ofSeconds(LONG ? 10 : 2));
        }
        assertSettled(test);
    }

    @Test
    @Order(4)
    void operatorThatIsKilledAgainAndAgain(TestInfo test) throws Exception {
        for (int i = 0; i < (LONG ? 18 : 2); i++) {
            stirFor(Duration.ofSeconds(LONG ? 10 : 3));
            operator.kill();
        }
        assertSettled(test);
    }

    /** To the process the clock jumps ahead, and its lease has run out. */
    @Test
    @Order(5)
    void operatorThatIsSuspendedForLongerThanItsLease(TestInfo test) throws Exception {
        var suspended = operator.current().process();
        stirFor(Duration.ofSeconds(1));
        suspended.pause();
        stirFor(LEASE.multipliedBy(LONG ? 20 : 1).plusSeconds(2));
        suspended.resume();
        assertSettled(test);
    }

    @Test
    @Order(6)
    void oneOfTwoOperatorsWritesAndTheOtherAfterItStoodStill(TestInfo test) throws Exception {
        eventually().untilAsserted(() -> assertThat(holder()).isEqualTo("numaresources-operator-0"));
        try (var otherProxy = VersionProxy.startNamed(plane, SECOND);
                var other = candidate("numaresources-operator-1", otherProxy)) {
            other.awaitReady();
            var both = plane.audit().mark();
            stirFor(Duration.ofSeconds(5));
            assertThat(writes(both, SECOND)).as("writes of the one that waits").isEmpty();
            assertThat(writes(both, FIRST)).as("writes of the one that leads").isNotEmpty();

            // what was about to be sent when it is suspended would be sent afterwards
            awaitQuiet(FIRST, Duration.ofSeconds(1));
            var suspended = operator.current().process();
            suspended.pause();
            eventually().untilAsserted(() -> assertThat(holder()).isEqualTo("numaresources-operator-1"));
            stirFor(Duration.ofSeconds(2));
            int starts = operator.starts();
            var resumed = plane.audit().mark();
            suspended.resume();
            stirFor(Duration.ofSeconds(4));
            eventually().untilAsserted(() -> assertThat(operator.starts()).isGreaterThan(starts));
            assertThat(writes(resumed, FIRST))
                    .as("writes of the one that lost its lease")
                    .isEmpty();
            var ended = plane.audit().mark();
            stirFor(Duration.ofSeconds(2));
            assertThat(writes(ended, FIRST)).as("writes of the one that waits").isEmpty();
            assertSettled(test);
        }
    }

    @Test
    @Order(7)
    @EnabledIfSystemProperty(named = "chaos.long", matches = "true")
    void fiveThousandNodesThatJoinAtOnce(TestInfo test) throws Exception {
        try (var creating = Executors.newFixedThreadPool(16)) {
            IntStream.range(0, NODES)
                    .forEach(i -> creating.execute(() -> client.resource(SimulatedNodes.plain("crowd-" + i, HPC))
                            .create()));
        }
        eventually().atMost(Duration.ofMinutes(10)).untilAsserted(() -> {
            assertThat(stored(client).getStatus().nodeCount()).isEqualTo(NODES + 3);
            assertThat(condition(client, "Ready")).startsWith("False");
        });
        note(name(test) + ", joined", Duration.ZERO);
        try (var deleting = Executors.newFixedThreadPool(16)) {
            IntStream.range(0, NODES)
                    .forEach(i -> deleting.execute(
                            () -> client.nodes().withName("crowd-" + i).delete()));
        }
        eventually()
                .atMost(Duration.ofMinutes(10))
                .untilAsserted(
                        () -> assertThat(stored(client).getStatus().nodeCount()).isEqualTo(3));
        assertSettled(test);
    }

    @Test
    @Order(8)
    void nothingIsWrittenOnceAllIsOver() {
        awaitQuiet(FIRST, Duration.ofSeconds(8));
    }

    @Test
    @Order(9)
    void nothingIsLeftWhenItGoesAndTheTopologiesTooWhereThatIsAsked() {
        patch(client, "{\"spec\":{\"topologyCRD\":{\"onDelete\":\"Delete\"}}}");
        eventually()
                .untilAsserted(() -> assertThat(stored(client).getStatus().observedGeneration())
                        .isEqualTo(stored(client).getMetadata().getGeneration()));
        client.resource(sample()).delete();
        eventually().untilAsserted(() -> {
            assertThat(stored(client)).isNull();
            assertThat(client.apps().deployments().inNamespace(NAMESPACE).list().getItems())
                    .isEmpty();
            assertThat(client.apiextensions()
                            .v1()
                            .customResourceDefinitions()
                            .withName("noderesourcetopologies.topology.node.k8s.io")
                            .get())
                    .isNull();
        });
    }

    /** Returns once an operator has written nothing for a time. */
    private void awaitQuiet(String agent, Duration time) {
        eventually().atMost(Duration.ofSeconds(90)).until(() -> {
            var mark = plane.audit().mark();
            Thread.sleep(time);
            return writes(mark, agent).isEmpty();
        });
    }

    private OperatorProcess candidate(String pod, VersionProxy through) {
        return OperatorProcess.builder(plane)
                .podName(pod)
                .server(through.url())
                .environment("NUMARESOURCES_LEASE_DURATION", LEASE.toSeconds() + "s")
                .environment("NUMARESOURCES_LEASE_RENEW_DEADLINE", "5s")
                .environment("NUMARESOURCES_LEASE_RETRY_PERIOD", "2s")
                .start();
    }

    /** Each second something of the operator's is deleted and the resource changed. */
    private void stirFor(Duration time) throws InterruptedException {
        for (int i = 0; i < time.toSeconds(); i++) {
            patch(client, "{\"spec\":{\"scheduler\":{\"logLevel\":\"" + (i % 2 == 0 ? "Debug" : "Trace") + "\"}}}");
            switch (i % 4) {
                case 0 ->
                    client.configMaps()
                            .inNamespace(NAMESPACE)
                            .withName("numa-scheduler")
                            .delete();
                case 1 ->
                    client.apps()
                            .daemonSets()
                            .inNamespace(NAMESPACE)
                            .withName("numa-updater-hpc")
                            .delete();
                case 2 ->
                    client.rbac().clusterRoles().withName("numa-scheduler").delete();
                default ->
                    client.services()
                            .inNamespace(NAMESPACE)
                            .withName("numa-scheduler")
                            .delete();
            }
            Thread.sleep(Duration.ofSeconds(1));
        }
    }

    private void assertSettled(TestInfo test) throws IOException {
        var start = System.nanoTime();
        patch(client, "{\"spec\":{\"scheduler\":{\"logLevel\":\"Normal\"}}}");
        eventually().atMost(Duration.ofSeconds(90)).untilAsserted(() -> {
            assertThat(stored(client).getStatus().observedGeneration())
                    .isEqualTo(stored(client).getMetadata().getGeneration());
            assertThat(condition(client, "Ready"))
                    .as(() -> "status: " + stored(client).getStatus())
                    .isEqualTo("True AsExpected");
            assertThat(OwnedState.of(client)).isEqualTo(asItShouldBe);
        });
        assertThat(madeTwice()).isEmpty();
        note(name(test), Duration.ofNanos(System.nanoTime() - start));
        assertThat(operator.residentMebibytes()).isLessThan(LIMIT_MEBIBYTES);
    }

    /** Objects that were made more often than they were deleted, and once more. */
    private List<String> madeTwice() {
        var deleted = new HashMap<String, Integer>();
        plane.audit().forEach("\"verb\":\"delete\"", event -> {
            if (event.code() < 300) {
                deleted.merge(object(event), 1, Integer::sum);
            }
        });
        var made = new TreeMap<String, Integer>();
        plane.audit().forEach('"' + OPERATOR_USER + '"', event -> {
            if (event.code() == 201 && !event.resource().equals("events")) {
                made.merge(object(event), 1, Integer::sum);
            }
        });
        made.entrySet().removeIf(entry -> entry.getValue() <= 1 + deleted.getOrDefault(entry.getKey(), 0));
        return made.keySet().stream()
                .map(name -> "%s made %d times, deleted %d times"
                        .formatted(name, made.get(name), deleted.getOrDefault(name, 0)))
                .toList();
    }

    private static String object(AuditEvent event) {
        return event.resource() + " " + event.namespace() + "/" + event.name();
    }

    private List<String> writes(AuditLog.Mark mark, String agent) {
        Predicate<AuditEvent> byAgent = AuditLog.byAgent(agent);
        return plane.audit().since(mark, byAgent.and(AuditEvent::isWrite)).stream()
                .filter(event -> !event.resource().equals("leases"))
                .map(event -> event.verb() + " " + object(event) + " " + event.code())
                .toList();
    }

    private String holder() {
        return String.valueOf(client.leases()
                .inNamespace(NAMESPACE)
                .withName("numaresources-operator")
                .get()
                .getSpec()
                .getHolderIdentity());
    }

    private static String name(TestInfo test) {
        return test.getTestMethod().orElseThrow().getName();
    }

    /** The figures of docs/reliability.md. */
    private void note(String what, Duration settled) throws IOException {
        Files.writeString(
                figures(),
                "%s: settled in %.1f s, started %d times, %.0f MiB resident%n"
                        .formatted(what, settled.toMillis() / 1000.0, operator.starts(), operator.residentMebibytes()),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static Path figures() {
        return Path.of("target/chaos.txt");
    }
}
