package io.numaresources.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.api.v1alpha1.CpuPolicy;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.StateFile;
import io.numaresources.rollout.Phase;
import io.numaresources.testbed.junit.NumaTestbed;
import io.numaresources.testbed.machine.Machine;
import io.numaresources.testbed.machine.NumaMachines;
import io.numaresources.testbed.operator.OperatorProcess;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The agent changes real kubelets on machines, from pods of the operator's image. The operator itself is a process of the host, which is many
 * times faster where CPUs are emulated. In order.
 */
@NumaTestbed
@Order(2)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KubeletRolloutE2E {
    private NumaMachines machines;
    private KubernetesClient client;
    private Cluster cluster;
    private OperatorProcess operator;
    private int offline;

    @BeforeAll
    void install(NumaMachines machines) {
        this.machines = machines;
        client = machines.plane().client();
        cluster = new Cluster(machines);
        OperatorImage.importInto(machines.all());
        OperatorImage.install(machines.plane(), 0);
        operator = OperatorProcess.start(machines.plane());
        operator.awaitReady();
    }

    @AfterAll
    void stop() {
        operator.close();
    }

    @Test
    @Order(1)
    void tenLinesHaveBothMachinesInspectedAndTheFirstDrainedAsFarAsItsBudgetAllows() {
        var guard = Guard.on(client, cluster.first());
        cluster.cordon(cluster.first());
        cluster.machines().forEach(cluster::joinGroup);
        cluster.applySample();

        Cluster.eventually()
                .atMost(Cluster.CHANGE)
                .untilAsserted(() -> assertThat(
                                cluster.status(cluster.first()).orElseThrow().message())
                        .as(() -> "both: "
                                + cluster.machines().stream()
                                        .map(cluster::status)
                                        .toList())
                        .contains("a PodDisruptionBudget refuses to let go of default/guarded"));
        assertThat(cluster.phase(cluster.first())).isEqualTo(Phase.CORDONED);
        for (var machine : cluster.machines()) {
            var status = cluster.status(machine).orElseThrow();
            assertThat(status.hardware().zones()).hasSize(2);
            assertThat(status.live().cpuManagerPolicy()).isEqualTo(CpuPolicy.NONE);
        }
        // the machine changes after it was checked, so that only its kubelet can know
        offline = CpuSet.parse(reserved(cluster.first())).cpus().last();
        cluster.first().offline(offline);
        guard.release();
        guard.remove();
    }

    @Test
    @Order(2)
    void whatOnlyTheKubeletRefusesIsRolledBackByTheTimerAndFreezesTheGroup() {
        var started = startOfKubelet(cluster.second());
        cluster.await(cluster.first(), Phase.ROLLED_BACK);

        Cluster.eventually().until(() -> cluster.ready(cluster.first()));
        assertThat(Kubelets.configuration(client, cluster.first())
                        .path("cpuManagerPolicy")
                        .asText())
                .isEqualTo("none");
        assertThat(cluster.first().ssh("journalctl -u numaresources-rollback --no-pager"))
                .contains("Restore the kubelet configuration that ran before");
        assertThat(cluster.cordoned(cluster.first()))
                .as("it was cordoned before")
                .isTrue();
        assertThat(cluster.group().phase()).isEqualTo("Frozen");
        assertThat(cluster.findings())
                .anySatisfy(message ->
                        assertThat(message).startsWith("node numa-0: ").contains("is not a subset of online-cpus"));
        assertThat(cluster.phase(cluster.second())).isEqualTo(Phase.PREFLIGHT_PASSED);
        assertThat(cluster.entered(cluster.second(), Phase.GRANTED)).isEmpty();
        assertThat(startOfKubelet(cluster.second())).isEqualTo(started);
    }

    @Test
    @Order(3)
    void aRetryConfiguresOneAfterTheOther() {
        cluster.first().online(offline);
        cluster.first().ssh("systemctl restart kubelet");
        Cluster.eventually()
                .until(() -> cluster.ready(cluster.first())
                        && "8"
                                .equals(cluster.node(cluster.first())
                                        .getStatus()
                                        .getCapacity()
                                        .get("cpu")
                                        .getAmount()));
        cluster.retry();

        cluster.await(cluster.first(), Phase.CONFIGURED);
        assertThat(cluster.cordoned(cluster.first()))
                .as("it was cordoned before")
                .isTrue();
        assertThat(cluster.entered(cluster.second(), Phase.GRANTED)).isEmpty();
        cluster.uncordon(cluster.first());

        cluster.await(cluster.second(), Phase.CONFIGURED);
        assertThat(cluster.cordoned(cluster.second())).isFalse();
        for (var machine : cluster.machines()) {
            var configuration = Kubelets.configuration(client, machine);
            assertThat(configuration.path("cpuManagerPolicy").asText()).isEqualTo("static");
            assertThat(configuration.path("memoryManagerPolicy").asText()).isEqualTo("Static");
            assertThat(configuration.path("topologyManagerPolicy").asText()).isEqualTo("single-numa-node");
            assertThat(configuration.path("topologyManagerScope").asText()).isEqualTo("pod");
            assertThat(Kubelets.cpus(Kubelets.podResources(machine).path("allocatable")))
                    .isEqualTo(CpuSet.parse("0-7")
                            .minus(CpuSet.parse(reserved(machine)))
                            .cpus());
            assertThat(state(machine, StateFile.CPU)).contains("\"policyName\":\"static\"");
            assertThat(state(machine, StateFile.MEMORY)).contains("\"policyName\":\"Static\"");
            assertThat(machine.run("ls /etc/systemd/system/numaresources-rollback.timer", Duration.ofMinutes(1))
                            .exitCode())
                    .as("the rollback is disarmed")
                    .isNotZero();
        }
        RolloutTimes.record(cluster);
    }

    private String reserved(Machine machine) {
        return client.resources(NUMANode.class)
                .withName(machine.name())
                .get()
                .getSpec()
                .kubelet()
                .reservedSystemCPUs();
    }

    private static String startOfKubelet(Machine machine) {
        return machine.ssh("systemctl show kubelet --property=ExecMainStartTimestampMonotonic --value");
    }

    private static String state(Machine machine, StateFile file) {
        return machine.ssh("cat /var/lib/kubelet/" + file.fileName());
    }
}
