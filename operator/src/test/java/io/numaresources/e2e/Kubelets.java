package io.numaresources.e2e;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.testbed.machine.KubeletLayout;
import io.numaresources.testbed.machine.Machine;

/** Kubelets of emulated machines, as an administrator sees and configures them by hand. */
final class Kubelets {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** 500 MiB in all, which is the sum of what system and eviction keep. */
    private static final String DROP_IN = """
            apiVersion: kubelet.config.k8s.io/v1beta1
            kind: KubeletConfiguration
            cpuManagerPolicy: static
            memoryManagerPolicy: Static
            topologyManagerPolicy: single-numa-node
            topologyManagerScope: pod
            reservedSystemCPUs: "0"
            systemReserved: {memory: 400Mi}
            evictionHard: {memory.available: 100Mi}
            reservedMemory:
            - {numaNode: 0, limits: {memory: 250Mi}}
            - {numaNode: 1, limits: {memory: 250Mi}}
            """;

    private static final String UNIT_DROP_IN = """
            [Service]
            Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml --config-dir=/etc/kubernetes/kubelet.conf.d"
            """;

    private Kubelets() {}

    /** What the kubelet says its configuration is; missing while it does not answer. */
    static JsonNode configuration(KubernetesClient client, Machine machine) {
        try {
            var answer = client.raw("/api/v1/nodes/" + machine.name() + "/proxy/configz");
            return JSON.readTree(answer == null ? "{}" : answer).path("kubeletconfig");
        } catch (KubernetesClientException | JsonProcessingException e) {
            return JSON.missingNode();
        }
    }

    /** Places a drop-in with static policies as documented: kubelet stopped, state files removed, kubelet started. */
    static void makeNumaAware(Machine machine) {
        if (machine.spec().layout() == KubeletLayout.KUBEADM) {
            write(machine, "/etc/systemd/system/kubelet.service.d/90-drop-in-directory.conf", UNIT_DROP_IN);
        }
        write(machine, "/etc/kubernetes/kubelet.conf.d/90-by-hand.conf", DROP_IN);
        machine.ssh("systemctl daemon-reload && systemctl stop kubelet"
                + " && rm -f /var/lib/kubelet/cpu_manager_state /var/lib/kubelet/memory_manager_state"
                + " && systemctl start kubelet");
    }

    private static void write(Machine machine, String file, String content) {
        machine.ssh("mkdir -p $(dirname %1$s) && cat > %1$s <<'END'\n%2$sEND".formatted(file, content));
    }
}
