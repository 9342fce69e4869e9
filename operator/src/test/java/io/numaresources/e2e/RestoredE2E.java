package io.numaresources.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.kubelet.StateFile;
import io.numaresources.rollout.Phase;
import io.numaresources.testbed.junit.NumaTestbed;
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

/** What happens to configured machines, and the way back. In order. */
@NumaTestbed
@Order(5)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RestoredE2E {
    private static final String DROP_IN = "/etc/kubernetes/kubelet.conf.d/90-numaresources.conf";

    private KubernetesClient client;
    private Cluster cluster;
    private OperatorProcess operator;

    @BeforeAll
    void start(NumaMachines machines) {
        client = machines.plane().client();
        cluster = new Cluster(machines);
        operator = OperatorProcess.start(machines.plane());
        operator.awaitReady();
    }

    @AfterAll
    void stop() {
        operator.close();
    }

    @Test
    @Order(1)
    void aRebootWithStaticManagersIsInspectedAndStaysConfigured() {
        var machine = cluster.first();
        var booted = cluster.node(machine).getStatus().getNodeInfo().getBootID();
        machine.ssh("sync");
        machine.hardReset();
        machine.awaitSsh(Duration.ofMinutes(10));
        Cluster.eventually()
                .atMost(Duration.ofMinutes(10))
                .until(() -> cluster.ready(machine)
                        && !booted.equals(
                                cluster.node(machine).getStatus().getNodeInfo().getBootID()));

        cluster.await(machine, Phase.CONFIGURED);
        assertThat(Kubelets.configuration(client, machine)
                        .path("memoryManagerPolicy")
                        .asText())
                .isEqualTo("Static");
    }

    /** The kubelet itself refuses to run: what the file says is nobody's guess. */
    @Test
    @Order(2)
    void aDropInThatSomebodyDeletesIsBackOnceTheKubeletRunsWithoutIt() {
        var machine = cluster.second();
        machine.ssh("rm " + DROP_IN + " /var/lib/kubelet/" + StateFile.CPU.fileName() + " /var/lib/kubelet/"
                + StateFile.MEMORY.fileName() + "; systemctl restart kubelet");

        Cluster.eventually()
                .atMost(Cluster.CHANGE)
                .untilAsserted(() -> assertThat(Kubelets.configuration(client, machine)
                                .path("cpuManagerPolicy")
                                .asText())
                        .as(() -> "second: " + cluster.status(machine))
                        .isEqualTo("static"));
        cluster.await(machine, Phase.CONFIGURED);
    }

    /** The kubelet refuses to start; nothing in the cluster can reach the node, so it is told what a person has to do there. */
    @Test
    @Order(3)
    void aKubeletStartedByHandWithAStaleStateFileIsToldAndComesBackWithTheRemedy() {
        var machine = cluster.second();
        var granted = cluster.entered(cluster.first(), Phase.GRANTED);
        machine.ssh("""
                cd /var/lib/kubelet && systemctl stop kubelet && rm %1$s %2$s && mv %3$s /root/aside
                systemctl start kubelet
                until grep -q '"policyName":"none"' %1$s; do sleep 0.2; done
                systemctl stop kubelet && mv /root/aside %3$s
                systemctl start kubelet""".formatted(StateFile.CPU.fileName(), StateFile.MEMORY.fileName(), DROP_IN));

        Cluster.eventually()
                .untilAsserted(() -> assertThat(machine.ssh("journalctl -u kubelet --no-pager"))
                        .contains("differs from state checkpoint policy"));
        Cluster.eventually()
                .untilAsserted(() -> assertThat(cluster.findings())
                        .anyMatch(message ->
                                message.startsWith("node numa-1, whose kubelet this operator configured, ")));
        assertThat(cluster.entered(cluster.first(), Phase.GRANTED)).isEqualTo(granted);

        machine.ssh("cd /var/lib/kubelet && rm -f %s %s && systemctl reset-failed kubelet; systemctl restart kubelet"
                .formatted(StateFile.CPU.fileName(), StateFile.MEMORY.fileName()));
        Cluster.eventually().until(() -> cluster.ready(machine));
        cluster.await(machine, Phase.CONFIGURED);
        assertThat(cluster.cordoned(machine)).isFalse();
        Cluster.eventually()
                .untilAsserted(() -> assertThat(cluster.findings())
                        .noneMatch(message -> message.contains("whose kubelet this operator configured")));
    }

    @Test
    @Order(4)
    void deletionGivesBothMachinesBackWhatTheyRan() {
        client.resource(cluster.resource().orElseThrow()).delete();

        Cluster.eventually()
                .atMost(Cluster.CHANGE)
                .untilAsserted(() -> assertThat(cluster.resource()).isEmpty());
        for (var machine : cluster.machines()) {
            Cluster.eventually().until(() -> cluster.ready(machine) && cluster.original(machine));
            assertThat(cluster.cordoned(machine)).isFalse();
        }
    }
}
