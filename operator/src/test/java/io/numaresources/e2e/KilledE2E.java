package io.numaresources.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.agent.AgentPods;
import io.numaresources.kubelet.StateFile;
import io.numaresources.rollout.Phase;
import io.numaresources.testbed.junit.NumaTestbed;
import io.numaresources.testbed.machine.Machine;
import io.numaresources.testbed.machine.NumaMachines;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.process.ChildProcess;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Whatever dies in the middle of a change, it ends Configured or RolledBack, and nobody stays cordoned because of us. In order. */
@NumaTestbed
@Order(4)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KilledE2E {
    private static final Set<Phase> ENDS =
            EnumSet.of(Phase.CONFIGURED, Phase.ROLLED_BACK, Phase.BROKEN, Phase.PREFLIGHT_FAILED);

    private NumaMachines machines;
    private KubernetesClient client;
    private Cluster cluster;
    private OperatorProcess operator;

    @BeforeAll
    void start(NumaMachines machines) {
        this.machines = machines;
        client = machines.plane().client();
        cluster = new Cluster(machines);
        startOperator();
    }

    @AfterAll
    void stop() {
        operator.close();
    }

    /** Operator and agent in turn; state files of the former reservation have to be moved. */
    @Test
    @Order(1)
    void anOperatorAndAnAgentThatAreKilledAtEachStepFinishTheChange() {
        var seen = EnumSet.noneOf(Phase.class);
        patchGroup("restricted", "\"reserved\":{\"cpus\":\"0-1,4-5\"},");
        Cluster.eventually()
                .until(() ->
                        cluster.machines().stream().allMatch(machine -> cluster.phase(machine) != Phase.CONFIGURED));

        while (!cluster.machines().stream().allMatch(machine -> cluster.phase(machine) == Phase.CONFIGURED)) {
            for (var machine : cluster.machines()) {
                var phase = cluster.phase(machine);
                assertThat(phase)
                        .as(() -> machine + ": " + cluster.status(machine))
                        .isNotIn(failures());
                if (phase.inFlight() && seen.add(phase)) {
                    killAgent(machine);
                    operator.kill();
                    startOperator();
                }
            }
            pause();
        }

        assertThat(seen).contains(Phase.CORDONED, Phase.APPLIED);
        for (var machine : cluster.machines()) {
            var configuration = Kubelets.configuration(client, machine);
            assertThat(configuration.path("reservedSystemCPUs").asText()).isEqualTo("0-1,4-5");
            assertThat(configuration.path("topologyManagerPolicy").asText()).isEqualTo("restricted");
            assertThat(machine.ssh("ls /var/lib/numaresources/change/state")).contains(StateFile.CPU.fileName());
            assertThat(cluster.cordoned(machine)).isFalse();
        }
    }

    @Test
    @Order(2)
    void anApiServerThatIsAwayForLongerThanTheTimerEndsInARollback() {
        patchGroup("single-numa-node", "");
        for (var machine : cluster.machines()) {
            cluster.awaitAny(machine, EnumSet.of(Phase.ROLLBACK_ARMED, Phase.APPLIED));
        }
        var server = apiServer();
        server.pause();
        try {
            for (var machine : cluster.machines()) {
                Cluster.eventually()
                        .atMost(Duration.ofMinutes(10))
                        .until(() -> machine.run("ls /var/lib/numaresources/change/restored", Duration.ofMinutes(1))
                                .succeeded());
            }
        } finally {
            server.resume();
        }
        // it lost its lease and ended; a kubelet would start it again
        operator.close();
        startOperator();

        for (var machine : cluster.machines()) {
            assertThat(cluster.awaitAny(machine, ENDS)).as(machine.name()).isEqualTo(Phase.ROLLED_BACK);
            Cluster.eventually().until(() -> cluster.ready(machine) && !cluster.cordoned(machine));
            assertThat(Kubelets.configuration(client, machine)
                            .path("topologyManagerPolicy")
                            .asText())
                    .isEqualTo("restricted");
        }
    }

    @Test
    @Order(3)
    void machinesThatAreResetInTheMiddleOfAChangeEndConfiguredOrRolledBack() {
        cluster.retry();
        cluster.awaitAny(cluster.first(), EnumSet.of(Phase.ROLLBACK_ARMED, Phase.APPLIED));
        cluster.first().hardReset();
        cluster.awaitAny(cluster.second(), EnumSet.of(Phase.APPLIED, Phase.VERIFIED, Phase.DISARMED, Phase.CONFIGURED));
        cluster.second().hardReset();

        for (var machine : cluster.machines()) {
            machine.awaitSsh(Duration.ofMinutes(10));
            Cluster.eventually().atMost(Cluster.CHANGE).untilAsserted(() -> {
                assertThat(cluster.phase(machine))
                        .as(() -> machine.name() + ": " + cluster.status(machine))
                        .isIn(Phase.CONFIGURED, Phase.ROLLED_BACK);
                assertThat(cluster.ready(machine)).isTrue();
                assertThat(cluster.cordoned(machine)).isFalse();
            });
        }
    }

    /** Leaves both as a rollout without trouble leaves them. */
    @Test
    @Order(4)
    void aRetryConfiguresThemAll() {
        cluster.retry();
        cluster.machines().forEach(machine -> cluster.awaitFromFailure(machine, Phase.CONFIGURED));
        assertThat(cluster.machines())
                .allSatisfy(machine -> assertThat(Kubelets.configuration(client, machine)
                                .path("topologyManagerPolicy")
                                .asText())
                        .isEqualTo("single-numa-node"));
    }

    private static Set<Phase> failures() {
        return EnumSet.of(Phase.ROLLING_BACK, Phase.ROLLED_BACK, Phase.BROKEN, Phase.PREFLIGHT_FAILED);
    }

    private void patchGroup(String policy, String more) {
        cluster.patch("""
                {"spec":{"nodeGroups":[{"name":"hpc",
                  "nodeSelector":{"matchLabels":{"node-role.kubernetes.io/hpc":""}},
                  "rollout":{"maxUnavailable":"100%%","canary":{"nodes":0},"verifyTimeout":"%s"},
                  "kubelet":{%s"topologyManager":{"policy":"%s","scope":"pod"}}}]}}
                """.formatted(machines.emulated() ? "300s" : "100s", more, policy));
    }

    private void startOperator() {
        operator = OperatorProcess.start(machines.plane());
        operator.awaitReady();
    }

    private void killAgent(Machine machine) {
        client
                .pods()
                .inNamespace(AgentPods.NAMESPACE)
                .withLabel("app.kubernetes.io/component", AgentPods.COMPONENT)
                .list()
                .getItems()
                .stream()
                .filter(pod -> machine.name().equals(pod.getSpec().getNodeName()))
                .forEach(pod -> client.resource(pod).withGracePeriod(0).delete());
    }

    private ChildProcess apiServer() {
        return machines.plane().processes().stream()
                .filter(process -> process.name().equals("kube-apiserver"))
                .findFirst()
                .orElseThrow();
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(500));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
