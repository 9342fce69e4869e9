package io.numaresources.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.machine.KubeletLayout;
import io.numaresources.testbed.machine.Machine;

/** Configures a kubelet by hand, as an administrator without the operator, and brings back what it ran. */
final class StaticKubelet {
    private static final String STATE = "/var/lib/kubelet/cpu_manager_state /var/lib/kubelet/memory_manager_state";
    /** One CPU and 256 MiB are the system's: 156 MiB reserved, and the 100 MiB of evictionHard that both machines have. */
    private static final String FIELDS = """
            cpuManagerPolicy: static
            reservedSystemCPUs: "0"
            systemReserved: {memory: 156Mi}
            memoryManagerPolicy: Static
            reservedMemory:
            - {numaNode: 0, limits: {memory: 128Mi}}
            - {numaNode: 1, limits: {memory: 128Mi}}
            topologyManagerPolicy: single-numa-node
            topologyManagerScope: %s
            """;

    private final KubernetesClient client;
    private final Cluster cluster;
    private final Machine machine;
    private final String file;

    StaticKubelet(KubernetesClient client, Cluster cluster, Machine machine) {
        this.client = client;
        this.cluster = cluster;
        this.machine = machine;
        file = machine.spec().layout() == KubeletLayout.KUBEADM
                ? "/var/lib/kubelet/config.yaml"
                : "/etc/kubernetes/kubelet.yaml";
    }

    /** Has it align within one zone, and waits until it does. */
    void align(String scope) {
        machine.ssh("[ -e %1$s.before ] || cp %1$s %1$s.before; cat >>%1$s <<'END'\n%2$sEND"
                .formatted(file, FIELDS.formatted(scope)));
        restart("static", scope);
        Cluster.eventually()
                .untilAsserted(() -> assertThat(cluster.node(machine)
                                .getStatus()
                                .getAllocatable()
                                .get("cpu")
                                .getAmount())
                        .isEqualTo("7"));
    }

    void restore() {
        machine.ssh("if [ -e %1$s.before ]; then mv %1$s.before %1$s; fi".formatted(file));
        restart("none", "container");
    }

    private void restart(String policy, String scope) {
        machine.ssh("systemctl stop kubelet; rm -f " + STATE + "; systemctl start kubelet");
        Cluster.eventually().untilAsserted(() -> {
            var configuration = Kubelets.configuration(client, machine);
            assertThat(configuration.path("cpuManagerPolicy").asText()).isEqualTo(policy);
            assertThat(configuration.path("topologyManagerScope").asText()).isEqualTo(scope);
            assertThat(cluster.ready(machine)).isTrue();
        });
    }
}
