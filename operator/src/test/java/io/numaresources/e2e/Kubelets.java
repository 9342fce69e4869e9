package io.numaresources.e2e;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.testbed.machine.Machine;
import java.util.Set;
import java.util.stream.Collectors;

/** Kubelets of machines, as an administrator sees them. */
final class Kubelets {
    private static final JsonMapper JSON = JsonMapper.builder().build();

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

    /** What the kubelet says over its podresources API: {@code allocatable}, and the {@code cpus} of {@code containers} by {@code pod}. */
    static JsonNode podResources(Machine machine) {
        var answer = machine.ssh("podresources");
        try {
            return JSON.readTree(answer);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("podresources said " + answer, e);
        }
    }

    /** CPUs that stand in a list of the podresources API. */
    static Set<Integer> cpus(JsonNode list) {
        return list.valueStream().map(JsonNode::asInt).collect(Collectors.toSet());
    }
}
