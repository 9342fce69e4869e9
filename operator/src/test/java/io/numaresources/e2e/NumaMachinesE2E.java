package io.numaresources.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.junit.NumaTestbed;
import io.numaresources.testbed.machine.KubeletLayout;
import io.numaresources.testbed.machine.NumaMachines;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** The machines themselves: zones, kubelets in both layouts, pods. In order. */
@NumaTestbed
@Order(1)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NumaMachinesE2E {
    private NumaMachines machines;
    private KubernetesClient client;
    private Cluster cluster;

    @BeforeAll
    void take(NumaMachines machines) {
        this.machines = machines;
        this.client = machines.plane().client();
        cluster = new Cluster(machines);
    }

    @Test
    @Order(1)
    void kernelSeesTwoZonesOnEachMachine() {
        assertThat(machines.all())
                .hasSize(2)
                .allSatisfy(machine -> assertThat(machine.ssh("numactl -H"))
                        .contains("available: 2 nodes (0-1)", "node 0 cpus: 0 1 2 3", "node 1 cpus: 4 5 6 7")
                        .containsPattern("0: +10 +21")
                        .containsPattern("1: +21 +10"));
    }

    @Test
    @Order(2)
    void kubeletsOfTheServersVersionAreReadyInBothLayouts() {
        assertThat(client.nodes().list().getItems()).hasSize(2).allSatisfy(node -> {
            assertThat(node.getStatus().getNodeInfo().getKubeletVersion())
                    .isEqualTo(machines.plane().binaries().kubernetesVersion());
            assertThat(node.getStatus().getConditions())
                    .anyMatch(condition -> "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
            assertThat(node.getStatus().getCapacity().get("cpu").getAmount()).isEqualTo("8");
        });
        for (var machine : machines.all()) {
            var commandLine = machine.ssh("tr '\\0' ' ' < /proc/$(pidof kubelet)/cmdline");
            assertThat(commandLine.contains("--config-dir"))
                    .isEqualTo(machine.spec().layout() == KubeletLayout.CONFIG_DIRECTORY);
            assertThat(Kubelets.configuration(client, machine)
                            .path("cpuManagerPolicy")
                            .asText())
                    .isEqualTo("none");
        }
    }

    @Test
    @Order(3)
    void containerdRunsAPodOnEachMachine() {
        for (var machine : machines.all()) {
            client.resource(Pods.plain("plain-" + machine.name(), machine.name()))
                    .create();
        }
        for (var machine : machines.all()) {
            var pod = cluster.running("plain-" + machine.name());
            assertThat(pod.getStatus().getPodIP()).startsWith("10.88.");
            assertThat(machine.ssh("ctr --namespace k8s.io tasks list")).contains("RUNNING");
            assertThat(Pods.cpus(machine, pod)).hasSize(8);
            client.resource(pod).delete();
        }
    }
}
